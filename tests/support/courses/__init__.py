"""The other sides of the courses' interfaces, written from the rules alone, without our package."""
