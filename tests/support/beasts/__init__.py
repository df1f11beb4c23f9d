"""The beasts of the zoo, by what they break. `common` says how one is written."""
