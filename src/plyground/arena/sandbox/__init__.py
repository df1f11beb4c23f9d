"""External processes: started, limited, watched, ended."""
