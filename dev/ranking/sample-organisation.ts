/**
 * The names of the sample organisation, as the queries of the judgement list see them. Written out, because unit tests
 * have no database.
 */

/** Config items by type: `name@namespace@cluster@health`. */
const configText = `
  AWS::Account:
    quillmoor
    quillmoor-ledger
  AWS::EBS::Volume:
    orders-db-data@@@healthy
    vol-0730@@@healthy
    vol-0777@@@warning
    vol-4463@@@healthy
    vol-5e13@@@warning
    vol-6576@@@healthy
    vol-a5e9@@@healthy
    vol-b360@@@healthy
    vol-d9aa@@@healthy
  AWS::EC2::Instance:
    harbour-1@@@healthy
    harbour-2@@@healthy
    harbour-3@@@healthy
    quay-1@@@healthy
    quay-2@@@healthy
    quay-3@@@healthy
    quay-4@@@healthy
    quay-5@@@healthy
    quay-6@@@unhealthy
  AWS::EC2::SecurityGroup:
    bastion
    databases
    harbour-nodes
    load-balancers
    quay-nodes
  AWS::EC2::Subnet:
    ledger-main-a
    ledger-main-b
    ledger-main-c
    quillmoor-main-a
  AWS::EC2::VPC:
    ledger-main
    quillmoor-main
  AWS::ECR::Repository:
    forecast
    image-proxy
    media
    picking
    returns-portal
    stock-ledger
  AWS::EKS::Cluster:
    harbour@@@healthy
    quay@@@healthy
  AWS::ElastiCache::CacheCluster:
    returns-sessions@@@healthy
  AWS::ElasticLoadBalancingV2::LoadBalancer:
    harbour-ingress@@@healthy
    quay-ingress@@@healthy
  AWS::IAM::Role:
    audit
    backup
    deploy
    harbour-node
    quay-node
    report-writer
  AWS::Lambda::Function:
    copy-snapshots@@@healthy
    export-ledger@@@healthy
    resize-images@@@healthy
    rotate-keys@@@healthy
    tag-costs@@@healthy
  AWS::RDS::DBInstance:
    analytics-staging@@@warning
    back-office@@@healthy
    cms@@@healthy
    ledger@@@healthy
    returns@@@healthy
  AWS::Region:
    eu-central-1
    eu-west-1
  AWS::Route53::HostedZone:
    quillmoor.example
  AWS::S3::Bucket:
    clickstream-parquet
    clickstream-raw
    cms-uploads
    ledger-backups
    ledger-exports
    quillmoor-backups
    quillmoor-media
  AWS::SQS::Queue:
    clickstream-dead-letters
    label-jobs
    mail
    returns-inbound
  Depot::LabelPrinter:
    Label printer № 7, dock «Süd»@@@unhealthy
    Label printer № 8@@@healthy
  Kubernetes::Certificate:
    analytics-quillmoor-example@analytics@quay@healthy
    content-quillmoor-example@content@quay@healthy
    payments-quillmoor-example@payments@harbour@warning
    returns-quillmoor-example@returns@quay@warning
    warehouse-quillmoor-example@warehouse@quay@healthy
  Kubernetes::Cluster:
    dockyard@@dockyard@warning
    harbour@@harbour@healthy
    quay@@quay@healthy
  Kubernetes::ConfigMap:
    alertmanager-settings@monitoring@quay
    checkout-settings@payments@harbour
    forecast-settings@analytics@quay
    image-proxy-settings@content@quay
    kube-state-metrics-settings@monitoring@quay
    label-service-settings@warehouse@quay
    picking-settings@warehouse@quay
    returns-portal-settings@returns@quay
    storefront-feature-switches-for-the-seasonal-campaign-with-free-gift-wrapping-and-a-hand-written-note@shop@harbour
    warehouse-loader-settings@analytics@quay
    הגדרות-חנות@shop@harbour
  Kubernetes::CronJob:
    daily-rollup@analytics@quay@healthy
    dock-report@warehouse@quay@healthy
    nightly-backup@platform@harbour@healthy
    partition-cleanup@analytics@quay@warning
    refund-sweep@returns@quay@healthy
    sitemap-refresh@content@quay@healthy
    stock-count@warehouse@quay@healthy
    weekly-export@platform@harbour@warning
  Kubernetes::Deployment:
    accounts@shop@harbour@healthy
    alertmanager@monitoring@quay@healthy
    cart@shop@harbour@warning
    catalogue@shop@harbour@healthy
    cert-manager@cluster-services@quay@healthy
    checkout@payments@harbour@unhealthy
    checkout@shop@dockyard
    clickstream@analytics@quay@healthy
    cluster-autoscaler@cluster-services@quay@healthy
    cms@content@quay@healthy
    conveyor-gateway@warehouse@quay@warning
    dashboards@analytics@quay@healthy
    dock-scheduler@warehouse@quay@healthy
    external-dns@cluster-services@quay@healthy
    forecast@analytics@quay@unhealthy
    grafana@monitoring@quay@healthy
    image-proxy@content@quay@warning
    inspection@returns@quay@healthy
    inventory@platform@harbour@healthy
    kube-state-metrics@monitoring@quay@healthy
    label-service@warehouse@quay@healthy
    mailer@platform@harbour@healthy
    media@shop@harbour@unhealthy
    orders@payments@harbour@healthy
    packing@warehouse@quay@healthy
    payments@payments@harbour@healthy
    picking@warehouse@quay@healthy
    refunds@returns@quay@healthy
    reports@analytics@quay@healthy
    restock@returns@quay@healthy
    returns-portal@returns@quay@healthy
    search@shop@harbour@warning
    search@shop@dockyard@healthy
    shipping@platform@harbour@healthy
    sitemap@content@quay@healthy
    stock-ledger@warehouse@quay@healthy
    storefront@shop@harbour@healthy
    storefront@shop@dockyard@healthy
    translations@content@quay@healthy
    warehouse-loader@analytics@quay@healthy
  Kubernetes::HelmRelease:
    ingress-nginx@platform@harbour@healthy
  Kubernetes::HorizontalPodAutoscaler:
    clickstream@analytics@quay@healthy
    image-proxy@content@quay@healthy
    picking@warehouse@quay@healthy
    search@shop@harbour@warning
    stock-ledger@warehouse@quay@healthy
  Kubernetes::Ingress:
    analytics@analytics@quay@healthy
    content@content@quay@healthy
    returns@returns@quay@healthy
    shop@shop@harbour@healthy
    warehouse@warehouse@quay@healthy
  Kubernetes::Kustomization:
    analytics@analytics@quay@healthy
    apps@platform@harbour@healthy
    cluster-services@cluster-services@quay@healthy
    content@content@quay@healthy
    monitoring@monitoring@quay@healthy
    returns@returns@quay@healthy
    warehouse@warehouse@quay@healthy
  Kubernetes::Namespace:
    analytics@analytics@quay@healthy
    cluster-services@cluster-services@quay@healthy
    content@content@quay@healthy
    monitoring@monitoring@quay@healthy
    payments@payments@harbour@healthy
    platform@platform@harbour@healthy
    returns@returns@quay@healthy
    shop@shop@harbour@healthy
    shop@shop@dockyard@healthy
    warehouse@warehouse@quay@healthy
  Kubernetes::Node:
    dockyard-1@@dockyard@unhealthy
    harbour-1@@harbour@healthy
    harbour-2@@harbour@healthy
    harbour-3@@harbour@warning
    quay-1@@quay@healthy
    quay-2@@quay@healthy
    quay-3@@quay@healthy
    quay-4@@quay@healthy
    quay-5@@quay@warning
    quay-6@@quay@healthy
  Kubernetes::PersistentVolumeClaim:
    data-clickhouse-0@analytics@quay@healthy
    data-clickhouse-1@analytics@quay@healthy
    data-clickhouse-2@analytics@quay@healthy
    data-cms-cache-0@content@quay@healthy
    data-kafka-0@analytics@quay@healthy
    data-kafka-1@analytics@quay@healthy
    data-kafka-2@analytics@quay@healthy
    data-prometheus-0@monitoring@quay@healthy
    data-returns-db-0@returns@quay@healthy
    data-stock-db-0@warehouse@quay@healthy
    data-stock-db-1@warehouse@quay@healthy
    orders-db-data@payments@harbour@healthy
  Kubernetes::Pod:
    accounts-8229b5dcb-13a77@shop@harbour@healthy
    accounts-8229b5dcb-94112@shop@harbour@healthy
    alertmanager-68c469ae1-50d7a@monitoring@quay@healthy
    alertmanager-68c469ae1-da1e9@monitoring@quay@healthy
    cart-6eeeb6706-61fb1@shop@harbour@warning
    cart-6eeeb6706-ed64b@shop@harbour@warning
    catalogue-8caf13721-48bca@shop@harbour@healthy
    catalogue-8caf13721-fca29@shop@harbour@healthy
    cert-manager-7e4a7a746-621df@cluster-services@quay@healthy
    checkout-e74041080-2c01a@payments@harbour@unhealthy
    checkout-e74041080-ea6eb@payments@harbour@unhealthy
    clickhouse-0@analytics@quay@healthy
    clickhouse-1@analytics@quay@healthy
    clickhouse-2@analytics@quay@healthy
    clickstream-9fdee955b-3067b@analytics@quay@healthy
    clickstream-9fdee955b-4894c@analytics@quay@healthy
    clickstream-9fdee955b-61535@analytics@quay@healthy
    cluster-autoscaler-185a81b5a-95280@cluster-services@quay@healthy
    cms-8a2d52e41-1cdcf@content@quay@healthy
    cms-8a2d52e41-1ff87@content@quay@healthy
    cms-cache-0@content@quay@healthy
    conveyor-gateway-8e8d086f8-5b45d@warehouse@quay@healthy
    dashboards-0a62f5d83-d5c83@analytics@quay@healthy
    dock-scheduler-54e276b6f-782c0@warehouse@quay@healthy
    dock-scheduler-54e276b6f-f5cb5@warehouse@quay@healthy
    external-dns-93b5073f7-625d7@cluster-services@quay@healthy
    forecast-b27b47521-831ea@analytics@quay@unhealthy
    grafana-8bceaa4dd-7146e@monitoring@quay@healthy
    image-proxy-90f0380f8-07e5d@content@quay@healthy
    image-proxy-90f0380f8-2bbdb@content@quay@healthy
    image-proxy-90f0380f8-3ade4@content@quay@healthy
    inspection-5c7b5c7bb-01125@returns@quay@healthy
    inventory-10f0a0527-332eb@platform@harbour@healthy
    inventory-10f0a0527-55c15@platform@harbour@healthy
    kafka-0@analytics@quay@healthy
    kafka-1@analytics@quay@healthy
    kafka-2@analytics@quay@healthy
    kube-state-metrics-1feb8957e-539d3@monitoring@quay@healthy
    label-service-fda3623e8-8b247@warehouse@quay@healthy
    label-service-fda3623e8-dcb96@warehouse@quay@healthy
    mailer-bc15bcee7-bf97b@platform@harbour@healthy
    media-221c2dcf7-64f1f@shop@harbour@unhealthy
    orders-87f2b329b-9a0dc@payments@harbour@healthy
    orders-87f2b329b-aa660@payments@harbour@healthy
    orders-db-0@payments@harbour@healthy
    packing-b0ea38835-051bf@warehouse@quay@healthy
    packing-b0ea38835-12b4b@warehouse@quay@healthy
    payments-2a61520f6-44654@payments@harbour@healthy
    payments-2a61520f6-9daca@payments@harbour@healthy
    payments-2a61520f6-b1a3b@payments@harbour@healthy
    picking-badd8a9cc-06eca@warehouse@quay@healthy
    picking-badd8a9cc-3ef7b@warehouse@quay@healthy
    picking-badd8a9cc-dc824@warehouse@quay@healthy
    prometheus-0@monitoring@quay@healthy
    refunds-00e862e92-ba888@returns@quay@healthy
    refunds-00e862e92-c7397@returns@quay@healthy
    reports-c8a55bf1b-c88c8@analytics@quay@healthy
    reports-c8a55bf1b-f74d3@analytics@quay@healthy
    restock-f3935410a-79d94@returns@quay@healthy
    returns-db-0@returns@quay@healthy
    returns-portal-1ae0ef48b-053d0@returns@quay@healthy
    returns-portal-1ae0ef48b-4ff22@returns@quay@healthy
    search-74ee7e3d0-7dda4@shop@harbour@healthy
    search-74ee7e3d0-d87f9@shop@harbour@healthy
    search-fd372622f-783b2@shop@dockyard@healthy
    sessions-0@shop@harbour@healthy
    shipping-d921250f4-63657@platform@harbour@healthy
    sitemap-36d18494a-b2f22@content@quay@healthy
    stock-db-0@warehouse@quay@healthy
    stock-db-1@warehouse@quay@healthy
    stock-ledger-1ef253c36-0165d@warehouse@quay@healthy
    stock-ledger-1ef253c36-0756f@warehouse@quay@healthy
    stock-ledger-1ef253c36-e6290@warehouse@quay@healthy
    storefront-cf5cd9b71-8cf4d@shop@dockyard@healthy
    storefront-fe6e5cf6a-0528f@shop@harbour@healthy
    storefront-fe6e5cf6a-075df@shop@harbour@healthy
    storefront-fe6e5cf6a-b2dbe@shop@harbour@healthy
    translations-c6d597356-5f79e@content@quay@healthy
    warehouse-loader-d7cf55f52-e787b@analytics@quay@healthy
  Kubernetes::ReplicaSet:
    accounts-8229b5dcb@shop@harbour@healthy
    alertmanager-68c469ae1@monitoring@quay@healthy
    cart-6eeeb6706@shop@harbour@warning
    catalogue-8caf13721@shop@harbour@healthy
    cert-manager-7e4a7a746@cluster-services@quay@healthy
    checkout-5f7b9c4d6@payments@harbour
    checkout-e74041080@payments@harbour@unhealthy
    checkout-e74041080@shop@dockyard
    clickstream-9fdee955b@analytics@quay@healthy
    cluster-autoscaler-185a81b5a@cluster-services@quay@healthy
    cms-8a2d52e41@content@quay@healthy
    conveyor-gateway-8e8d086f8@warehouse@quay@healthy
    dashboards-0a62f5d83@analytics@quay@healthy
    dock-scheduler-54e276b6f@warehouse@quay@healthy
    external-dns-93b5073f7@cluster-services@quay@healthy
    forecast-b27b47521@analytics@quay@unhealthy
    grafana-8bceaa4dd@monitoring@quay@healthy
    image-proxy-90f0380f8@content@quay@healthy
    inspection-5c7b5c7bb@returns@quay@healthy
    inventory-10f0a0527@platform@harbour@healthy
    kube-state-metrics-1feb8957e@monitoring@quay@healthy
    label-service-fda3623e8@warehouse@quay@healthy
    mailer-bc15bcee7@platform@harbour@healthy
    media-221c2dcf7@shop@harbour@unhealthy
    orders-87f2b329b@payments@harbour@healthy
    packing-b0ea38835@warehouse@quay@healthy
    payments-2a61520f6@payments@harbour@healthy
    picking-badd8a9cc@warehouse@quay@healthy
    refunds-00e862e92@returns@quay@healthy
    reports-c8a55bf1b@analytics@quay@healthy
    restock-f3935410a@returns@quay@healthy
    returns-portal-1ae0ef48b@returns@quay@healthy
    search-74ee7e3d0@shop@harbour@warning
    search-fd372622f@shop@dockyard@healthy
    shipping-d921250f4@platform@harbour@healthy
    sitemap-36d18494a@content@quay@healthy
    stock-ledger-1ef253c36@warehouse@quay@healthy
    storefront-cf5cd9b71@shop@dockyard@healthy
    storefront-fe6e5cf6a@shop@harbour@healthy
    translations-c6d597356@content@quay@healthy
    warehouse-loader-d7cf55f52@analytics@quay@healthy
  Kubernetes::Service:
    accounts@shop@harbour
    alertmanager@monitoring@quay@healthy
    cart@shop@harbour
    catalogue@shop@harbour
    cert-manager@cluster-services@quay@healthy
    checkout@payments@harbour
    clickstream@analytics@quay@healthy
    cluster-autoscaler@cluster-services@quay@healthy
    cms@content@quay@healthy
    conveyor-gateway@warehouse@quay@healthy
    dashboards@analytics@quay@healthy
    dock-scheduler@warehouse@quay@healthy
    external-dns@cluster-services@quay@healthy
    forecast@analytics@quay@healthy
    grafana@monitoring@quay@healthy
    image-proxy@content@quay@healthy
    inspection@returns@quay@healthy
    inventory@platform@harbour
    kube-state-metrics@monitoring@quay@healthy
    label-service@warehouse@quay@healthy
    mailer@platform@harbour
    media@shop@harbour
    orders@payments@harbour
    packing@warehouse@quay@healthy
    payments@payments@harbour
    picking@warehouse@quay@healthy
    refunds@returns@quay@healthy
    reports@analytics@quay@healthy
    restock@returns@quay@healthy
    returns-portal@returns@quay@healthy
    search@shop@harbour
    shipping@platform@harbour
    sitemap@content@quay@healthy
    stock-ledger@warehouse@quay@healthy
    storefront@shop@harbour
    translations@content@quay@healthy
    warehouse-loader@analytics@quay@healthy
  Kubernetes::StatefulSet:
    clickhouse@analytics@quay@healthy
    cms-cache@content@quay@healthy
    kafka@analytics@quay@warning
    orders-db@payments@harbour@healthy
    prometheus@monitoring@quay@healthy
    returns-db@returns@quay@healthy
    sessions@shop@harbour@healthy
    stock-db@warehouse@quay@healthy
  MySQL::Database:
    forklifts@@@healthy
    timesheets@@@healthy
  MySQL::Server:
    leeds-mysql-1@@@healthy
  Postgres::Database:
    dock_plan@@@healthy
    labels@@@healthy
    labels_archive@@@unhealthy
    wms@@@healthy
  Postgres::Server:
    leeds-pg-1@@@healthy
  SQLServer::Database:
    customs@@@healthy
    freight@@@healthy
  SQLServer::Server:
    leeds-mssql-1@@@healthy
  Supplier::PriceList:
    000000000603
`

/** Components: `name@type@parents@health@namespace`. */
const componentText = `
  Leeds@Site@@warning@depot
  accounts@Service@shop@unhealthy@mission-control
  back office@Application@@healthy@mission-control
  cart@Service@shop@warning@mission-control
  catalogue@Service@shop@healthy@mission-control
  checkout@Service@shop@unhealthy@mission-control
  clusters@Group@@warning@mission-control
  dockyard@KubernetesCluster@clusters@warning@mission-control
  harbour@KubernetesCluster@clusters@healthy@mission-control
  inventory@Service@back office@healthy@mission-control
  label printers of the southern dock, the ones beside the cold store and the two that were moved there from Bradford@Printer@Leeds@unhealthy@depot
  mailer@Service@back office@healthy@mission-control
  media@Service@shop@unhealthy@mission-control
  orders@Service@shop@healthy@mission-control
  orders-db@Database@shop/orders@healthy@mission-control
  payments@Service@shop@healthy@mission-control
  search@Service@shop@warning@mission-control
  shipping@Service@back office@healthy@mission-control
  shop@Application@@unhealthy@mission-control
  storefront@Service@shop@healthy@mission-control
  ניסויים@virtual@@unknown@mission-control
`

/** Checks: `name@type@namespace@canary@status`. */
const checkText = `
  card network gateway@tcp@payments@payments@healthy
  cart API@http@shop@cart@healthy
  catalogue API@http@shop@catalogue@healthy
  checkout API@http@payments@checkout@unhealthy
  checkout form@http@payments@checkout@unhealthy
  dock door controller@tcp@depot@depot-leeds@healthy
  error budget of checkout@prometheus@platform@harbour@unhealthy
  gift card balance@http@shop@gift-cards@
  homepage@http@shop@storefront@healthy
  label printers@http@depot@depot-leeds@unhealthy
  load of this machine@exec@platform@mailer@
  mail route of quillmoor.example@dns@platform@names@healthy
  nightly dump of the orders@folder@platform@backups@healthy
  open orders@postgres@payments@orders-database@healthy
  outgoing mail@tcp@platform@mailer@healthy
  payments API@http@payments@payments@healthy
  payments certificate@http@payments@payments@unhealthy
  pods of the shop@kubernetes@platform@harbour@
  product page of the brass reading lamp with the green glass shade, the longest name in the shop, gift-wrapped and with a hand-written note@http@shop@catalogue@healthy
  search results@http@shop@search@healthy
  search within its objective@http@shop@search@healthy
  session cache@redis@shop@sessions@healthy
  shop.quillmoor.example@dns@platform@names@healthy
  sign-in page@http@shop@accounts@unhealthy
  this machine@icmp@platform@network@
  thumbnails@http@shop@media@unhealthy
  weekly export of the catalogue@folder@platform@backups@unhealthy
  דף הבית בעברית@http@shop@storefront@healthy
`

/** Incidents: `number@title@severity@status@type`. */
const incidentText = `
  INC-1@Payments refused by the card network@Critical@closed@availability
  INC-10@accounts is unhealthy@Low@open@availability
  INC-2@Media bucket is publicly readable@Critical@mitigated@security
  INC-3@Unattached volumes@Low@closed@cost
  INC-4@Orders database ran out of connections@High@resolved@availability
  INC-5@media is unhealthy@Low@open@availability
  INC-6@Search latency above its objective@High@investigating@performance
  INC-7@Cart forgets what is in it, and the titles of incidents like this one tend to become very long because everybody wants to be exact@High@open@availability
  INC-8@Checkout down since 4.19.0@Blocker@investigating@availability
  INC-9@payments is unhealthy@Low@open@availability
`

/** Playbooks: `name@title@category@description`. */
const playbookText = `
  ask-again@Send a request and store the response@Diagnostics@Sends one request to the address of the check and stores the full response in the run
  close-the-till@Close the till@Diagnostics@Shows customers a maintenance page instead of the checkout. Requires approval.
  count-products@Count the products in the catalogue@Diagnostics@Sends a request to a sample service
  explain@Explain what happened@Diagnostics@Summarises recent changes. Requires a Mission Control backend.
  gift-card-refund@Refund a gift card@@
  open-orders@Count open orders@Databases@Orders that were paid and not shipped
  reprint@הדפסת תוויות מחדש@@
  restart-deployment@Restart deployment@Kubernetes@Restarts the pods of a deployment one after the other
  roll-back@Roll back to the previous version@GitOps@Opens a pull request that restores the previous image. Requires approval.
`

/** People: `name@account`. The account is the part of the e-mail address before the domain. */
const personText = `
  Admin@admin
  Colm Brannigan@colm
  Dmitri Volkov-Reyes@dmitri
  Hanneke de Wit@hanneke
  Ines Okonkwo@ines
  Mireille Castellanos-Featherstonehaugh de la Vega@mireille.castellanos-featherstonehaugh
  Priya Nair@priya
  Ravi Sundaram@ravi
  Tomasz Wieczorek@tomasz
  Ásta Jónsdóttir@asta
  ליאור בן־דוד@lior
  佐藤 健@ken
`

const readLines = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim().split('@'))

const id = (kind: number, n: number) => `${kind}0000000-0000-4000-8000-${String(n).padStart(12, '0')}`

export const sampleConfigs = configText
  .trim()
  .split(/\n {2}(?! )/)
  .flatMap((block) => {
    const [head = '', ...names] = block.trim().split('\n')
    return names.map((line) => [head.replace(/:$/, ''), ...line.trim().split('@')] as const)
  })
  .map(([type, name = '', namespace = '', cluster = '', health = ''], n) => ({
    id: id(1, n),
    type,
    name,
    namespace: namespace || null,
    tags: { ...(cluster && { cluster }), ...(namespace && { namespace }) },
    health: health || null,
  }))

export const sampleComponents = readLines(componentText).map(
  ([name = '', type = '', parents = '', health = '', namespace = ''], n) => ({
    id: id(2, n),
    name,
    type,
    parents: parents === '' ? [] : parents.split('/'),
    health,
    namespace,
  })
)

export const sampleChecks = readLines(checkText).map(
  ([name = '', type = '', namespace = '', canary = '', status = ''], n) => ({
    id: id(3, n),
    name,
    type,
    namespace,
    canary_name: canary,
    status: status === 'healthy' || status === 'unhealthy' ? status : ('unknown' as const),
    uptime: { passed: 1, failed: 0 },
    latency: {},
  })
)

export const sampleIncidents = readLines(incidentText).map(
  ([number = '', title = '', severity = '', status = '', type = ''], n) => ({
    id: id(4, n),
    incident_id: number,
    title,
    severity,
    status,
    type,
  })
)

export const samplePlaybooks = readLines(playbookText).map(
  ([name = '', title = '', category = '', description = ''], n) => ({
    id: id(5, n),
    name,
    title,
    category,
    description,
    kinds: ['check' as const],
  })
)

export const samplePeople = readLines(personText).map(([name = '', account = ''], n) => ({
  id: id(6, n),
  name,
  email: `${account}@quillmoor.example`,
}))
