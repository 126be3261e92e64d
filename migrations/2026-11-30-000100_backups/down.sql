DROP TABLE mail_hold;
DROP TABLE backup_runs;
