-- Changes are counted without those of deleted items, of which there are few.
create index config_items_deleted on config_items (id) where deleted_at is not null;
