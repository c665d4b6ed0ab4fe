-- The scripts of definitions of done are looked for every ten seconds.
create index evidences_with_script on evidences (hypothesis_id) where definition_of_done and coalesce(script, '') <> '';
-- What rules have opened, and what the history tells of parts that are deleted with it.
create index incidents_incident_rule_id on incidents (incident_rule_id) where incident_rule_id is not null;
create index incident_histories_evidence_id on incident_histories (evidence_id) where evidence_id is not null;
create index incident_histories_hypothesis_id on incident_histories (hypothesis_id) where hypothesis_id is not null;
create index incident_histories_comment_id on incident_histories (comment_id) where comment_id is not null;
create index incident_histories_responder_id on incident_histories (responder_id) where responder_id is not null;
