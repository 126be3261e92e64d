-- A row with the difference. Both sums are of one snapshot, in which each running transaction has its rows and its tally, or neither.
INSERT INTO tallies (subject, kind, n) SELECT subject, kind, there - kept FROM different
