-- Indexes for the queries of a console on a large installation.
create index checks_canary on checks (canary_id);
create index check_statuses_time on check_statuses (time);
-- A check that cannot run here has a month of runs without a status before the latest run that counts.
create index check_statuses_judged on check_statuses (check_id, time desc) where status is not null;
create index canaries_agent on canaries (agent_id);
create index artifacts_check on artifacts (check_id, check_time);
create index artifacts_action on artifacts (playbook_run_action_id);
create index components_parent on components (parent_id);
create index component_relationships_parent on component_relationships (relationship_id);
create index check_component_relationships_check on check_component_relationships (check_id);
create index config_component_relationships_config on config_component_relationships (config_id);
create index check_config_relationships_check on check_config_relationships (check_id);
-- Reads the items of a type in list order, and counts them, also by health, without reading the table.
create index config_items_type on config_items (type, name, id) include (deleted_at, health);
-- Change counts exclude deleted items, of which there are few.
create index config_items_deleted on config_items (id) where deleted_at is not null;
create index config_items_name on config_items (name);
create index config_items_parent on config_items (parent_id);
create index config_items_scraper on config_items (scraper_id);
create index config_items_created on config_items (created_at);
create index config_items_updated on config_items (updated_at);
create index config_items_tags on config_items using gin (tags);
create index config_items_labels on config_items using gin (labels);
create index config_changes_item on config_changes (config_id, created_at desc);
-- After a vacuum, counting the changes of a month reads this index only, and a page is read in its order.
create index config_changes_created on config_changes (created_at desc, id) include (config_id, change_type, severity);
create index config_analysis_item on config_analysis (config_id, status);
create index config_analysis_first_observed on config_analysis (first_observed desc);
create index config_relationships_parent on config_relationships (config_id);
-- A downstream walk reads this index only.
create index config_relationships_down on config_relationships (config_id, relation, related_id) where deleted_at is null;
create index incidents_created on incidents (created_at desc);
create index hypotheses_incident on hypotheses (incident_id);
create index evidences_hypothesis on evidences (hypothesis_id);
create index evidences_component on evidences (component_id) where component_id is not null;
create index evidences_config on evidences (config_id) where config_id is not null;
create index evidences_check on evidences (check_id) where check_id is not null;
create index comments_incident on comments (incident_id);
create index comments_hypothesis on comments (hypothesis_id);
create index responders_incident on responders (incident_id);
create index incident_histories_incident on incident_histories (incident_id, created_at desc);
create index playbook_runs_created on playbook_runs (created_at desc);
create index playbook_runs_playbook on playbook_runs (playbook_id);
create index playbook_runs_parent on playbook_runs (parent_id) where parent_id is not null;
create index playbook_runs_config on playbook_runs (config_id) where config_id is not null;
create index playbook_runs_component on playbook_runs (component_id) where component_id is not null;
create index playbook_runs_check on playbook_runs (check_id) where check_id is not null;
create index playbook_runs_notification on playbook_runs (notification_send_id) where notification_send_id is not null;
create index playbook_run_actions_run on playbook_run_actions (playbook_run_id);
create index playbook_approvals_run on playbook_approvals (run_id);
create index notification_send_history_rule on notification_send_history (notification_id, created_at desc);
create index notification_send_history_created on notification_send_history (created_at desc);
create index notification_send_history_resource on notification_send_history (resource_id);
create index notification_send_history_parent on notification_send_history (parent_id) where parent_id is not null;
create index job_history_created on job_history (created_at desc);
create index job_history_resource on job_history (resource_id, created_at desc);
create index job_history_name on job_history (name, created_at desc);
create index casbin_rule_subject on casbin_rule (ptype, v0);
create unique index casbin_rule_unique on casbin_rule (ptype, v0, v1, v2, v3, v4, v5) nulls not distinct;
create unique index notification_group_resources_unresolved
  on notification_group_resources (group_id, coalesce(config_id, check_id, component_id)) where resolved_at is null;

-- The server searches for scripts of definitions of done every ten seconds.
create index evidences_with_script on evidences (hypothesis_id) where definition_of_done and coalesce(script, '') <> '';
-- For the incidents that rules opened, and for cascading deletes to the history.
create index incidents_incident_rule_id on incidents (incident_rule_id) where incident_rule_id is not null;
create index incident_histories_evidence_id on incident_histories (evidence_id) where evidence_id is not null;
create index incident_histories_hypothesis_id on incident_histories (hypothesis_id) where hypothesis_id is not null;
create index incident_histories_comment_id on incident_histories (comment_id) where comment_id is not null;
create index incident_histories_responder_id on incident_histories (responder_id) where responder_id is not null;

-- The runner queries these every second.
create index playbook_runs_due on playbook_runs (scheduled_time) where status in ('scheduled', 'sleeping', 'retrying');
create index playbook_runs_under_way on playbook_runs (id) where status = 'running';
create index playbook_run_actions_under_way on playbook_run_actions (playbook_run_id) where status = 'running';

-- Playbooks with triggers.
create index playbooks_triggered on playbooks (id) where deleted_at is null and spec ? 'on';
create index playbooks_webhook on playbooks ((spec -> 'on' -> 'webhook' ->> 'path')) where deleted_at is null;
