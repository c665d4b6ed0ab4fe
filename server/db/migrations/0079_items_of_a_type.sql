-- The items of a type in the order of the list, without a look at those of other types; and how many they are, by health,
-- too, without a look at any item.
drop index config_items_type;
create index config_items_type on config_items (type, name, id) include (deleted_at, health);
