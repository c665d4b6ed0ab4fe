/**
 * Queries of on-call engineers with the row that must come first; `/` separates equally good rows. A dash means that no
 * row may match, because the console does not have the requested feature.
 */
export const rankingCases: readonly { query: string; first: readonly string[] }[] = `
  help | Show keyboard shortcuts
  log out | Sign out
  logout | Sign out
  sign out | Sign out
  fail | backup-nightly
  failing | backup-nightly
  failing checks | backup-nightly
  failed | backup-nightly
  down | backup-nightly
  broken | backup-nightly
  unhealthy | backup-nightly
  what is down | backup-nightly
  problem | Next problem
  problems | Next problem
  next failing | Next problem
  ack | Link to incident
  acknowledge | Set incident status
  escalate | Link to incident
  incident | Go to incident
  new incident | Open an incident
  declare incident | Open an incident
  page someone | -
  mute | Silence notifications
  silence | Silence notifications
  snooze | Silence notifications
  flapping | -
  who is | Go to people
  who is on call | Go to people
  whoami | Open your profile
  my account | Open your profile
  password | Open your profile
  2fa | Open your profile
  mfa | Open your profile
  slow checks | Sort rows
  slowest | Sort rows
  latency | Sort rows: Latency
  sort by latency | Sort rows: Latency
  sort uptime | Sort rows: Uptime
  group by namespace | Group rows: Namespace
  group | Group rows
  columns | Choose columns
  filter | Filter rows by a value
  hide passing | Hide or show passing checks
  passing checks | Hide or show passing checks
  only failing | Hide or show passing checks
  search | search-index-age / Search in the list
  24h | Set time range: Last 24 hours
  last 24 | Set time range: Last 24 hours
  last 24h | Set time range: Last 24 hours
  last hour | Set time range: Last hour
  last 15 minutes | Set time range: Last 15 minutes
  15m | Set time range: Last 15 minutes
  7d | Set time range: Last 7 days
  yesterday | Set time range: Yesterday
  time 2h | Set time range: Last 2 hours
  time | Set time range
  time range | Set time range
  dark | Change theme: Dark
  dark mode | Change theme: Dark
  light | Change theme: Light
  light mode | Change theme: Light
  theme | Change theme
  theme dark | Change theme: Dark
  utc | Change timezone: UTC
  timezone | Change timezone
  time zone | Change timezone
  berlin | Change timezone: Europe/Berlin
  new york | Change timezone: America/New York
  refresh | Refresh
  refresh 30s | Change refresh interval: 30s
  refresh 1m | Change refresh interval: 1m
  reload | Refresh / Reload queue
  auto refresh | Change refresh interval / Pause or resume live updates
  pause | Pause or resume live updates
  density | Change density
  compact | Change density: Compact
  comfortable | Change density: Comfortable
  comf | Change density: Comfortable
  30s | Change refresh interval: 30s
  shortcuts | Show keyboard shortcuts
  keyboard shortcuts | Show keyboard shortcuts
  hotkeys | Show keyboard shortcuts
  cheat sheet | Show keyboard shortcuts
  learn keys | Learn keys
  vim | -
  pay | payments-worker
  payments | payments-worker
  payments api | payments-api
  payments check | payments-worker
  checkout | checkout
  cart | cart
  dns | dns-internal
  run checkout | Run check now: checkout
  run pay | Run check now: payments-worker
  run cart | Run check now: cart
  retry cart | Run check now: cart
  rerun | Run check now
  run check | Run check now
  run all | Run all shown checks
  go to checkout | Go to check: checkout / Go to: checkout
  open cart | Go to check: cart / Go to: cart
  incident cart | Link to incident: cart
  add cart to incident | Link to incident: cart
  playbook | Run playbook
  playbook cart | Run playbook: cart
  run playbook cart | Run playbook: cart
  runbook | Run playbook
  fix cart | Run playbook: cart
  playbook on checkout | Run playbook: checkout
  run playbook on dns-internal | Run playbook: dns-internal
  edit check | Edit check
  edit cart | Edit check: cart
  change canary cart | Edit check: cart
  add checkout to incident | Link to incident: checkout
  add dns internal to incident | Link to incident: dns-internal
  copy spec cart | Copy spec as YAML: cart
  copy id login | Copy id: login
  copy name homepage | Copy name: homepage
  run login | Run check now: login
  run check dns | Run check now: dns-internal
  rerun kafka | Run check now: kafka-lag-orders
  restart | Restart pods
  fix | Run playbook
  remediate | Run playbook
  copy link | Copy link
  copy link cart | Copy link: cart
  share | Copy link
  url | Copy link
  yaml | Copy spec as YAML
  undo | Undo
  redo | Repeat last change
  users | Go to people
  people | Go to people
  invite | Invite a person
  flags | Go to feature flags
  feature flags | Go to feature flags
  settings | Open keyboard settings / Open preferences
  preferences | Open preferences
  options | Open preferences
  notifications | Go to notifications
  messages | Show messages
  docs | Open the documentation in a new tab
  manual | Open the documentation in a new tab
  version | Copy the versions
  about | Copy the versions
  kubectl | Download kubeconfig
  logs | Go to logs
  email | Go to the outbox
  sidebar | Toggle sidebar
  full screen | Expand or collapse detail
  health | Go to Health
  home | homepage / Go to Health
  dashboard | Go to the dashboard
  prblm | Next problem
  shrtcts | Show keyboard shortcuts / Change single-key shortcuts
  hlth | Go to Health
  xyzzy | -
  run playbook restart cart | Restart pods: cart
  restart cart | Restart pods: cart
  restart pods cart | Restart pods: cart
  playbook drain checkout | Drain node: checkout
  drain node checkout | Drain node: checkout
  drain checkout | Drain node: checkout
  scale login | Scale up: login
  scale up login | Scale up: login
  roll back checkout | Roll back to the version before: checkout
  rollback | Roll back to the version before
  clear cache | Clear the cache
  flush redis | Clear the cache
  close till | Close the till
  close the till checkout | Close the till: checkout
  drain | Drain node
  playbooks | Go to playbooks
  run playbook cart | Run playbook: cart
  run cart | Run check now: cart
  run checkout now | Run check now: checkout
  restart payments-worker | Restart pods: payments-worker
  restart payments | Restart pods: payments-worker
  kubernetes | Download kubeconfig
  ask homepage | Ask it and keep the answer: homepage
  edit check cart | Edit check: cart
  cart edit | Edit check: cart
  cart restart | Restart pods: cart
  checkout drain | Drain node: checkout
  open cart | Go to check: cart
  go to cart | Go to check: cart
  incident cart | Link to incident: cart
  explain cart | -
  why is cart failing | cart
  cart logs | -
  cart history | -
  fix cart | Run playbook: cart
  relationships | Follow relationships one hop less / Show the relationships of a config item
  relationships checkout | Show the relationships of a config item: checkout
  relationships of checkout | Show the relationships of a config item: checkout
  relationships of ledger | Show the relationships of a config item: ledger-db
  graph ledger-api | Show the relationships of a config item: ledger-api
  changes checkout | Show the changes of a config item: checkout
  changes of checkout | Show the changes of a config item: checkout
  show changes of checkout-worker | Show the changes of a config item: checkout-worker
  history checkout | Show the changes of a config item: checkout
  cart changes | -
  insights ledger | Show insights of config item: ledger-db
  findings ledger-api | Show insights of config item: ledger-api
  summary of checkout | Go to config item: checkout
  config checkout | checkout
  config ledger | ledger-db
  catalog ledger | ledger-db
  config rds | ledger-db
  timeline ledger-db | Show what changed before it failed: ledger-db
  playbook harbour-1 | Run playbook: harbour-1
  copy id ledger-api | Copy id: ledger-api
  add ledger-db to incident | Link to incident: ledger-db
  relationships of nothing there | -`
  .trim()
  .split('\n')
  .map((line) => {
    const [query = '', first = ''] = line.split('|').map((part) => part.trim())
    return { query, first: first === '-' ? [] : first.split(' / ') }
  })
