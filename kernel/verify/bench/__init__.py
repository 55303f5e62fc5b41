"""Benches that a user can run on any repository; pure: texts, facts and answers are passed in."""
