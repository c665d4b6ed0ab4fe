/**
 * Typed queries and the row that must rank first: prefixes of names, words out of order, initials, and omitted letters.
 * Changes of the ranking that affect one of them fail here first.
 */
export const corpusQueries: readonly (readonly [query: string, first: string])[] = `
  run | Run again
  check | checkout
  set | Set severity
  cha | Changes
  change t | Change theme
  change ti | Change timezone
  theme | Change theme
  dark | Change theme
  silence | Silence
  silences | Silences
  sil | Silence
  unmute | End silence
  incident | Incidents
  new inc | Create incident
  lei | Link evidence to incident
  leti | Link evidence to incident
  evidence | Link evidence to incident
  link ev | Link evidence to incident
  link | Link evidence to incident
  copy | Copy id
  yank | Copy id
  copy l | Copy link
  pay | payments-api
  payments | payments-api
  payments api | payments-api
  api pay | payments-api
  payments api pod | payments-api-7d9f8c6b5-x2x9z
  api ingress | payments-api-ingress
  payments team | Payments team
  team | Teams
  orders | orders-queue
  orders db | orders-db-primary
  replica 2 | orders-db-replica-2
  db prim | orders-db-primary
  crash | PodCrashLooping
  pcl | PodCrashLooping
  pod | PodNotReady
  disk | NodeDiskPressure
  her | HighErrorRate
  sao | São Paulo edge
  são | São Paulo edge
  zurich | Zürich office router
  chekout | checkout
  pymnts | Payments team
  graf | grafana
  gra | grafana
  grace | Grace Lindqvist
  okafor | Ada Okafor
  ada | Ada Okafor
  oncall | Ada Okafor
  node-exporter-eu-1 | node-exporter-eu-1
  node-exporter-eu-10 | node-exporter-eu-10
  eu 10 | node-exporter-eu-10
  ip-10-0-14-7 | ip-10-0-14-7
  10-0-14-77 | ip-10-0-14-77
  dns | dns-external
  tls | tls-expiry-shop
  shop | shop-vpc-eu-west-1
  us-east | shop-vpc-us-east-1
  user | Users
  connection | Connections
  test con | Test connection
  runs | Playbook runs
  playbook | Playbooks
  run playbook | Run playbook
  playbook run | Playbook runs
  restart | Restart deployment
  deployment | Scale deployment
  rollback | Roll back release
  failover | Fail over database
  undo | Undo
  cancel | Cancel run
  postgres | payments-db
  help | Show keyboard shortcuts
  messages | Show messages
  key short | Show keyboard shortcuts
  acknowledge | Set status
  timestamp | Change date format
  cordon | Drain node
  rebind | Open keyboard settings
  run check now | Run check now
  run c | Run check now
  run che now | Run check now
  go to check | Go to check
  go | Go to check
  check to | Go to check
  end silence | End silence
  end | End silence
  silence end | End silence
  link evidence to incident | Link evidence to incident
  lin evi to inc | Link evidence to incident
  incident to | Link evidence to incident
  create incident | Create incident
  cre | Create incident
  cre inc | Create incident
  set status | Set status
  set st | Set status
  status set | Set status
  set severity | Set severity
  severity set | Set severity
  ss | Set severity
  add responder | Add responder
  add r | Add responder
  responder add | Add responder
  add comment | Add comment
  add | Add comment
  comment add | Add comment
  run p | Run playbook
  rp | Run playbook
  rnplybk | Run playbook
  approve run | Approve run
  app | Approve run
  app run | Approve run
  cancel run | Cancel run
  can | Cancel run
  can run | Cancel run
  run again | Run again
  again run | Run again
  again | Run again
  change theme | Change theme
  cha the | Change theme
  theme change | Change theme
  change timezone | Change timezone
  cha tim | Change timezone
  timezone change | Change timezone
  change date format | Change date format
  cha dat for | Change date format
  format date | Change date format
  change single-key shortcuts | Change single-key shortcuts
  cha sin key sho | Change single-key shortcuts
  csks | Change single-key shortcuts
  show keyboard shortcuts | Show keyboard shortcuts
  show k | Show keyboard shortcuts
  sho key sho | Show keyboard shortcuts
  show messages | Show messages
  sho | Show messages
  sho mes | Show messages
  copy link | Copy link
  cop lin | Copy link
  link copy | Copy link
  copy id | Copy id
  cop | Copy id
  cop id | Copy id
  copy name | Copy name
  copy n | Copy name
  cop nam | Copy name
  copy spec as yaml | Copy spec as YAML
  copy s | Copy spec as YAML
  cop spe as yam | Copy spec as YAML
  refresh | Refresh
  ref | Refresh
  rfrsh | Refresh
  pause or resume live updates | Pause or resume live updates
  pau | Pause or resume live updates
  pau or res liv upd | Pause or resume live updates
  toggle sidebar | Toggle sidebar
  tog | Toggle sidebar
  tog sid | Toggle sidebar
  und | Undo
  repeat last change | Repeat last change
  rep | Repeat last change
  rep las cha | Repeat last change
  set time range | Set time range
  set t | Set time range
  set tim ran | Set time range
  invite user | Invite user
  inv | Invite user
  inv use | Invite user
  delete connection | Delete connection
  del | Delete connection
  del con | Delete connection
  test connection | Test connection
  tes | Test connection
  tes con | Test connection
  open keyboard settings | Open keyboard settings
  ope | Open keyboard settings
  ope key set | Open keyboard settings
  forget what i used | Forget what I used
  for | Forget what I used
  for wha i use | Forget what I used
  health | Health
  hea | Health
  hlth | Health
  topology | Topology
  top | Topology
  tplgy | Topology
  incidents | Incidents
  inc | Incidents
  ncdnts | Incidents
  catalog | Catalog
  cat | Catalog
  ctlg | Catalog
  changes | Changes
  insights | Insights
  ins | Insights
  nsghts | Insights
  logs | Logs
  log | Logs
  playbooks | Playbooks
  pla | Playbooks
  plybks | Playbooks
  playbook runs | Playbook runs
  runs playbook | Playbook runs
  plybkrns | Playbook runs
  notifications | Notifications
  not | Notifications
  ntfctns | Notifications
  slncs | Silences
  jobs | Jobs
  job | Jobs
  jbs | Jobs
  agents | Agents
  age | Agents
  gnts | Agents
  connections | Connections
  con | Connections
  cnnctns | Connections
  permissions | Permissions
  per | Permissions
  prmssns | Permissions
  users | Users
  use | Users
  srs | Users
  teams | Teams
  tea | Teams
  tms | Teams
  feature flags | Feature flags
  fea | Feature flags
  fea fla | Feature flags
  integrations | Integrations
  int | Integrations
  ntgrtns | Integrations
  payments-api | payments-api
  pay api | payments-api
  api payments | payments-api
  payments-worker | payments-worker
  pay wor | payments-worker
  worker payments | payments-worker
  payments-db | payments-db
  pay db | payments-db
  db payments | payments-db
  checkout | checkout
  che | checkout
  chckt | checkout
  checkout-canary | checkout-canary
  che can | checkout-canary
  canary checkout | checkout-canary
  homepage | homepage
  hom | homepage
  hmpg | homepage
  search-index-age | search-index-age
  sea | search-index-age
  sea ind age | search-index-age
  ledger-reconcile | ledger-reconcile
  led | ledger-reconcile
  led rec | ledger-reconcile
  billing-invoices | billing-invoices
  bil | billing-invoices
  bil inv | billing-invoices
  dns-internal | dns-internal
  dns-i | dns-internal
  dns int | dns-internal
  dns-external | dns-external
  dns ext | dns-external
  external dns | dns-external
  tls-expiry-shop | tls-expiry-shop
  tls exp sho | tls-expiry-shop
  shop expiry | tls-expiry-shop
  smtp-relay | smtp-relay
  smt | smtp-relay
  smt rel | smtp-relay
  backup-nightly | backup-nightly
  bac | backup-nightly
  bac nig | backup-nightly
  redis-sessions | redis-sessions
  red | redis-sessions
  red ses | redis-sessions
  kafka-lag-orders | kafka-lag-orders
  kaf | kafka-lag-orders
  kaf lag ord | kafka-lag-orders
  s3-exports | s3-exports
  s3- | s3-exports
  s3 exp | s3-exports
  node- | node-exporter-eu-1
  nod exp eu 1 | node-exporter-eu-1
  1 eu | node-exporter-eu-1
  node-exporter-eu-2 | node-exporter-eu-2
  nod exp eu 2 | node-exporter-eu-2
  2 eu | node-exporter-eu-2
  nod exp eu 10 | node-exporter-eu-10
  10 eu | node-exporter-eu-10
  ndxprtr10 | node-exporter-eu-10
  ping-office | ping-office
  pin | ping-office
  pin off | ping-office
  payments-api-7d9f8c6b5-x2x9z | payments-api-7d9f8c6b5-x2x9z
  pay api 7d9 x2x | payments-api-7d9f8c6b5-x2x9z
  x2x9z 7d9f8c6b5 | payments-api-7d9f8c6b5-x2x9z
  payments-api-deployment | payments-api-deployment
  pay api dep | payments-api-deployment
  deployment api | payments-api-deployment
  payments-api-service | payments-api-service
  pay api ser | payments-api-service
  service api | payments-api-service
  payments-api-ingress | payments-api-ingress
  pay api ing | payments-api-ingress
  ingress api | payments-api-ingress
  checkout-deployment | checkout-deployment
  che dep | checkout-deployment
  deployment checkout | checkout-deployment
  checkout-hpa | checkout-hpa
  che hpa | checkout-hpa
  hpa checkout | checkout-hpa
  orders-queue | orders-queue
  ord | orders-queue
  ord que | orders-queue
  orders-db-primary | orders-db-primary
  ord db pri | orders-db-primary
  primary db | orders-db-primary
  orders-db-replica-1 | orders-db-replica-1
  ord db rep 1 | orders-db-replica-1
  1 replica | orders-db-replica-1
  orders-db-replica-2 | orders-db-replica-2
  ord db rep 2 | orders-db-replica-2
  2 replica | orders-db-replica-2
  exports-bucket | exports-bucket
  exp | exports-bucket
  exp buc | exports-bucket
  shop-vpc-eu-west-1 | shop-vpc-eu-west-1
  sho vpc eu wes 1 | shop-vpc-eu-west-1
  1 west | shop-vpc-eu-west-1
  shop-vpc-us-east-1 | shop-vpc-us-east-1
  sho vpc us eas 1 | shop-vpc-us-east-1
  1 east | shop-vpc-us-east-1
  ip- | ip-10-0-14-7
  ip 10 0 14 7 | ip-10-0-14-7
  7 14 | ip-10-0-14-7
  ip-10-0-14-77 | ip-10-0-14-77
  ip 10 0 14 77 | ip-10-0-14-77
  77 14 | ip-10-0-14-77
  kube-system | kube-system
  kub | kube-system
  kub sys | kube-system
  monitoring | monitoring
  mon | monitoring
  mntrng | monitoring
  grafana | grafana
  grfn | grafana
  prometheus-server | prometheus-server
  pro | prometheus-server
  pro ser | prometheus-server
  cert-manager | cert-manager
  cer | cert-manager
  cer man | cert-manager
  istio-gateway | istio-gateway
  ist | istio-gateway
  ist gat | istio-gateway
  podcrashlooping | PodCrashLooping
  podc | PodCrashLooping
  pdcrshlpng | PodCrashLooping
  podnotready | PodNotReady
  pdntrdy | PodNotReady
  nodediskpressure | NodeDiskPressure
  nod | NodeDiskPressure
  higherrorrate | HighErrorRate
  hig | HighErrorRate
  são paulo edge | São Paulo edge
  são pau edg | São Paulo edge
  zürich office router | Zürich office router
  zür | Zürich office router
  restart deployment | Restart deployment
  res | Restart deployment
  scale deployment | Scale deployment
  sca | Scale deployment
  drain node | Drain node
  dra | Drain node
  fail over database | Fail over database
  fai | Fail over database
  rotate credentials | Rotate credentials
  rot | Rotate credentials
  purge cdn cache | Purge CDN cache
  pur | Purge CDN cache
  collect diagnostics | Collect diagnostics
  col | Collect diagnostics
  roll back release | Roll back release
  rol | Roll back release
  ada okafor | Ada Okafor
  okafor ada | Ada Okafor
  alan reyes | Alan Reyes
  ala | Alan Reyes
  grace lindqvist | Grace Lindqvist
  grac | Grace Lindqvist
  linus haraldsson | Linus Haraldsson
  lin | Linus Haraldsson
  margaret osei | Margaret Osei
  mar | Margaret Osei
  platform team | Platform team
  plat | Platform team
  pay tea | Payments team
  team payments | Payments team
  log out | Sign out
  logout | Sign out
  sign out | Sign out
  failing | Next problem
  leave | Sign out
  unhealthy | Next problem`
  .trim()
  .split('\n')
  .map((line) => {
    const [query = '', first = ''] = line.split('|').map((part) => part.trim())
    return [query, first]
  })
