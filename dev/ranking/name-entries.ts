import type { SearchEntry } from '../../src/lib/palette/rank/text'

/** Sample entries of the console of a small shop: commands, checks, configs, playbooks, people and pages. */
const listed: Readonly<Record<string, string>> = {
  Command: `
    Run check now | execute test probe again retry
    Go to check | jump find open show detail canary
    Silence | mute quiet notifications
    End silence | unmute resume notifications
    Link evidence to incident | attach proof
    Create incident | new open report
    Set status | acknowledge ack state close resolve
    Set severity | priority blocker critical
    Add responder | assign person team oncall
    Add comment | say write note
    Run playbook | action remediate automation
    Approve run | accept allow
    Cancel run | stop abort
    Run again | retry repeat
    Change theme | dark light appearance colour color mode
    Change timezone | utc local hours
    Change date format | time timestamp relative
    Change single-key shortcuts | keyboard letters leader
    Show keyboard shortcuts | cheat sheet keys hotkeys help
    Show messages | log history notifications toasts said
    Copy link | yank share url address clipboard
    Copy id | yank uuid clipboard
    Copy name | yank clipboard
    Copy spec as YAML | yank definition manifest
    Refresh | reload update fetch
    Pause or resume live updates | watch poll stop auto
    Toggle sidebar | navigation menu
    Sign out | log out logout leave session
    Take the value and go to the next step
    Next problem | unhealthy failing
    Undo | revert back
    Repeat last change | again redo
    Set time range | window last hours from to
    Invite user | person account
    Delete connection | remove drop
    Test connection | ping verify
    Open keyboard settings | remap rebind customise
    Forget what I used | clear history recents privacy`,
  Page: `
    Health | checks canaries monitors
    Topology | components map services
    Incidents | outages
    Catalog | configs inventory resources
    Changes | diffs deployments
    Insights | findings analysis security cost
    Logs | search lines
    Playbooks | automation
    Playbook runs | executions
    Notifications | alerts rules
    Silences | mutes
    Jobs | history background
    Agents | remote installations
    Connections | credentials secrets
    Permissions | access roles
    Users | people accounts
    Teams | groups
    Feature flags | toggles experiments
    Integrations | scrapers topologies git`,
  Check: `
    payments-api | http prod
    payments-worker | http prod
    payments-db | postgres prod
    checkout | http prod
    checkout-canary | http staging
    homepage | http prod
    search-index-age | prometheus prod
    ledger-reconcile | sql prod
    billing-invoices | http prod
    dns-internal | dns infra
    dns-external | dns infra
    tls-expiry-shop | tls infra
    smtp-relay | tcp infra
    backup-nightly | folder infra
    redis-sessions | redis prod
    kafka-lag-orders | kafka prod
    s3-exports | s3 prod
    node-exporter-eu-1 | http infra
    node-exporter-eu-2 | http infra
    node-exporter-eu-10 | http infra
    ping-office | icmp infra`,
  Config: `
    payments-api-7d9f8c6b5-x2x9z | kubernetes pod prod
    payments-api-deployment | kubernetes deployment prod
    payments-api-service | kubernetes service prod
    payments-api-ingress | kubernetes ingress prod
    checkout-deployment | kubernetes deployment prod
    checkout-hpa | kubernetes autoscaler prod
    orders-queue | aws sqs
    orders-db-primary | aws rds
    orders-db-replica-1 | aws rds
    orders-db-replica-2 | aws rds
    exports-bucket | aws s3
    shop-vpc-eu-west-1 | aws network
    shop-vpc-us-east-1 | aws network
    ip-10-0-14-7 | aws ec2 instance
    ip-10-0-14-77 | aws ec2 instance
    kube-system | kubernetes namespace
    monitoring | kubernetes namespace
    grafana | kubernetes deployment monitoring
    prometheus-server | kubernetes statefulset monitoring
    cert-manager | kubernetes deployment infra
    istio-gateway | kubernetes ingress infra
    PodCrashLooping | alert rule
    PodNotReady | alert rule
    NodeDiskPressure | alert rule
    HighErrorRate | alert rule
    São Paulo edge | region network
    Zürich office router | network`,
  Playbook: `
    Restart deployment | rollout pods
    Scale deployment | replicas up down
    Drain node | cordon evict
    Fail over database | primary replica promote
    Rotate credentials | secrets keys
    Purge CDN cache | invalidate edge
    Collect diagnostics | heap threads dump
    Roll back release | undo previous version`,
  Person: `
    Ada Okafor | oncall platform
    Alan Reyes | payments
    Grace Lindqvist | database
    Linus Haraldsson | infra
    Margaret Osei | search
    Platform team | group
    Payments team | group`,
}

export const corpusEntries: readonly SearchEntry[] = Object.entries(listed).flatMap(([group, lines]) =>
  lines
    .trim()
    .split('\n')
    .map((line): SearchEntry => {
      const [title = '', keywords = ''] = line.split('|').map((part) => part.trim())
      return { id: `${group.toLowerCase()}:${title}`, title, group, keywords }
    })
)
