-- The health of agents, as in a Mission Control: unknown before an agent is first seen. An agent reports every minute.
create or replace view agents_summary with (security_invoker = true) as
select agents.*, config_count, config_scrapper_count, checks_count, playbook_runs_count,
  case when last_seen is null then 'unknown' when last_seen > now() - interval '61 seconds' then 'healthy'
    else 'unhealthy' end as health,
  case when last_seen is null then 'unknown' when last_seen > now() - interval '61 seconds' then 'online'
    else 'offline' end as status
from agents
  left join (
    select agent_id, count(*) as config_count from config_items group by agent_id
  ) as configs on configs.agent_id = agents.id
  left join (
    select agent_id, count(*) as config_scrapper_count from config_scrapers group by agent_id
  ) as scrapers on scrapers.agent_id = agents.id
  left join (
    select agent_id, count(*) as checks_count from checks group by agent_id
  ) as checks on checks.agent_id = agents.id
  left join (
    select agent_id, count(*) as playbook_runs_count from playbook_runs group by agent_id
  ) as runs on runs.agent_id = agents.id
where agents.deleted_at is null;
