DROP INDEX refunds_actor_idx;
