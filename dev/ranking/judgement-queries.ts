/**
 * The judgement list: queries of on-call engineers in the sample organisation, and the first row that answers each.
 * `/` separates equally good rows, and a star matches the rest of a name. The rows are written as in `judgement.ts`:
 * `> ` and a command, a kind and a name, `list` and a kind, or `failing` for any failing resource.
 *
 * The queries were written before the ranking was tuned. Change the ranking for `tunedQueries` only, and use
 * `heldOutQueries` to see whether a change also improves other queries.
 */
export type JudgedQuery = { query: string; first: readonly string[] }

const read = (text: string): readonly JudgedQuery[] =>
  text
    .trim()
    .split('\n')
    .map((line) => {
      const [query = '', first = ''] = line.split('|').map((part) => part.trim())
      return { query, first: first.split(' / ') }
    })

export const tunedQueries = read(`
  checkout is down | incident INC-8
  checkout down | incident INC-8
  checkout | component checkout
  checkout broken | component checkout / check checkout API / check checkout form / incident INC-8
  search latency | incident INC-6
  search is slow | incident INC-6 / component search
  payments refused | incident INC-1
  cart forgets | incident INC-7
  orders database | incident INC-4
  out of connections | incident INC-4
  bucket public | incident INC-2
  payments certificate | check payments certificate
  thumbnails broken | check thumbnails
  what is down | failing
  what is failing | failing
  failing checks | failing
  unhealthy pods | pod *
  error budget | check error budget of checkout
  gift card | check gift card balance / playbook Refund a gift card
  dockyard node | node dockyard-1
  outgoing mail | check outgoing mail
  weekly export | check weekly export of the catalogue
  open incidents | > Go to incidents / incident *
  card gateway | check card network gateway
  cart-api | check cart API
  cart api | check cart API
  CART_API | check cart API
  api cart | check cart API
  checkout api | check checkout API
  orders-db | component orders-db
  orders db | component orders-db
  sign in page | check sign-in page
  signin page | check sign-in page
  quay-6 | node quay-6 / instance quay-6
  quay 6 | node quay-6 / instance quay-6
  nginx | helmrelease ingress-nginx
  cert manager | deployment cert-manager / service cert-manager
  kube state metrics | deployment kube-state-metrics / service kube-state-metrics
  checkout settings | configmap checkout-settings
  checkout-e74041080 | replicaset checkout-e74041080
  data kafka 0 | persistentvolumeclaim data-kafka-0
  kafka | statefulset kafka / service kafka
  prometheus | statefulset prometheus / service prometheus
  label printer 7 | labelprinter Label printer № 7, dock «Süd»
  dock plan | database dock_plan
  back-office | component back office / dbinstance back-office
  quillmoor.example | check shop.quillmoor.example / check mail route of quillmoor.example / hostedzone quillmoor.example
  harbour ingress | loadbalancer harbour-ingress
  deploy checkout | deployment checkout
  svc cart | service cart
  sts kafka | statefulset kafka
  pod checkout | pod checkout-*
  ns payments | namespace payments
  cronjob nightly | cronjob nightly-backup
  INC-8 | incident INC-8
  inc 8 | incident INC-8
  prom | statefulset prometheus / service prometheus / pod prometheus-*
  inv | component inventory
  :incident | > Go to incidents
  :incidents | > Go to incidents
  :inc | > Go to incidents
  :pod checkout | pod checkout-*
  :po | list Kubernetes::Pod
  :pods | list Kubernetes::Pod
  :check cart | check cart API
  :checks | > Go to Health
  :component | > Go to the dashboard
  :component shop | component shop
  :deploy checkout | deployment checkout
  :svc cart | service cart
  :playbook restart | playbook Restart deployment
  :logs | > Go to logs
  :people colm | person Colm Brannigan
  :silences | > Go to silences
  chekcout | component checkout
  paymants | component payments
  inventry | component inventory
  incidnets | > Go to incidents
  promethues | statefulset prometheus / service prometheus / pod prometheus-*
  thumbnials | check thumbnails
  alertmanger | deployment alertmanager / service alertmanager
  logs | > Go to logs
  incidents | > Go to incidents
  topology | > Go to the dashboard / > Go to topologies
  pods | list Kubernetes::Pod
  silences | > Go to silences
  runs | > Go to playbook runs
  restart checkout | playbook Restart deployment
  rollback | playbook Roll back to the previous version
  mute checkout | > Silence notifications
  silence cart | > Silence notifications
  run cart api | > Run check now
  declare incident | > Open an incident
  who is on call | > Go to people
  what changed | > Show what changed before it failed / > Go to the changes of the catalog / > Show the changes of a config item
  night mode | > Change theme
  last 2 hours | > Set time range
  colm | person Colm Brannigan
  jonsdottir | person Ásta Jónsdóttir
  g i | > Go to incidents
`)

export const heldOutQueries = read(`
  media unhealthy | incident INC-5 / component media
  readable bucket | incident INC-2
  unattached volumes | incident INC-3
  latency above objective | incident INC-6
  checkout since 4.19 | incident INC-8
  label printers failing | check label printers / component label printers*
  accounts down | component accounts
  cart has a problem | component cart
  session cache | check session cache
  homepage | check homepage
  dock door | check dock door controller
  pods of the shop | check pods of the shop
  payments-api | check payments API
  catalogue_api | check catalogue API
  Search Results | check search results
  storefront | component storefront
  harbour-3 | node harbour-3 / instance harbour-3
  image proxy | deployment image-proxy / service image-proxy
  ingress-nginx | helmrelease ingress-nginx
  clickhouse | statefulset clickhouse / service clickhouse
  ledger backups | bucket ledger-backups
  labels archive | database labels_archive
  eu-west-1 | region eu-west-1
  resize images | function resize-images
  kustomization monitoring | kustomization monitoring
  pvc kafka | persistentvolumeclaim data-kafka-*
  cm forecast | configmap forecast-settings
  hpa picking | horizontalpodautoscaler picking
  INC-4 | incident INC-4
  incident 6 | incident INC-6
  :node quay-6 | node quay-6
  :comp | > Go to the dashboard
  :ns | list Kubernetes::Namespace
  :chk thumb | check thumbnails
  :inc checkout | incident INC-8
  :deployments | list Kubernetes::Deployment
  :connections | > Go to connections
  :user priya | person Priya Nair
  shiping | component shipping
  catlogue | component catalogue
  storefornt | component storefront
  notificatons | > Go to notifications
  nodes | list Kubernetes::Node
  insights | > Go to insights
  teams | > Go to teams
  roll back checkout | playbook Roll back to the previous version
  snooze alerts | > Silence notifications
  shortcuts | > Show keyboard shortcuts
  volkov | person Dmitri Volkov-Reyes
  g l | > Go to logs
`)
