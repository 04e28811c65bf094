-- This service no longer countersigns logs or collects cosignatures: programs for witnesses do, which read the checkpoint and the tiles.
drop table cosignatures;
drop table witnessed_logs;
