-- What a word of a search may be in, in lower case: one text to look into instead of four, which compare in lower case
-- one by one. It only rules items out; what is left is compared as the request says.
alter table config_items add column search_text text generated always as (
  lower(coalesce(name, '')) || E'\n' || lower(type) || E'\n' || lower(coalesce(description, '')) || E'\n'
    || lower(coalesce(tags ->> 'namespace', ''))
) stored;
comment on column config_items.search_text is 'Name, type, description and namespace in lower case, a line each. Not shown to clients.';

create or replace view configs as
select id, scraper_id, config_class, external_id, type, name, tags ->> 'namespace' as namespace, description, source,
  labels, tags, created_by, created_at, updated_at, deleted_at, cost_per_minute, cost_total_1d, cost_total_7d,
  cost_total_30d, agent_id, status, health, ready, path,
  (
    select count(*)::integer from config_changes
    where config_id = config_items.id and config_changes.created_at > now() - interval '7 days'
  ) as changes,
  (
    select coalesce(jsonb_object_agg(analysis_type, found), '{}')
    from (
      select coalesce(analysis_type, 'other') as analysis_type, count(*) as found
      from config_analysis where config_id = config_items.id and config_analysis.status = 'open' group by 1
    ) as counted
  ) as analysis,
  search_text
from config_items;
-- A view that is made anew reads as its owner again, and not as whoever asks.
select console.admit_guests();
