"""The pages of a class: its ladder and rounds, a team's own page, and the page of staff."""
