"""The test suite; a package so that tests can share the references and the vectors."""
