import { DEPOT_DATABASES_SCRAPER, HOUR, type InstallationBuilder, MINUTE, randomAges, type SampleItem } from './builder'

const DEPOT_AGENT = 1

const depotDatabases: readonly (readonly [engine: string, server: string, databases: readonly string[]])[] = [
  ['Postgres', 'leeds-pg-1', ['wms', 'dock_plan', 'labels', 'labels_archive']],
  ['MySQL', 'leeds-mysql-1', ['timesheets', 'forklifts']],
  ['SQLServer', 'leeds-mssql-1', ['freight', 'customs']],
]

/** Adds the items that the agent of a depot pushes: its database servers and their databases. */
export function addDepotDatabases(builder: InstallationBuilder): void {
  for (const [engine, name, databases] of depotDatabases) {
    const server = builder.add(undefined, {
      type: `${engine}::Server`,
      configClass: 'DatabaseServer',
      name,
      scraper: DEPOT_DATABASES_SCRAPER,
      agent: DEPOT_AGENT,
      externalId: name,
      status: 'Running',
      health: 'healthy',
      tags: { depot: 'leeds', engine: engine.toLowerCase() },
      config: { host: `${name}.depot.quillmoor.example`, maxConnections: 200 },
    })
    for (const database of databases) addDatabase(builder, server, engine, database)
  }
}

function addDatabase(
  { random, add, addVersions, addInsight }: InstallationBuilder,
  server: SampleItem,
  engine: string,
  database: string
): void {
  const documentAt = (age: number) => ({
    name: database,
    owner: 'depot',
    tables: 40 - 2 * age,
    collation: 'en_GB.UTF-8',
    sizeMegabytes: 900 - 60 * age,
  })
  const ages = randomAges(random, 3)
  const item = add(server, {
    type: `${engine}::Database`,
    configClass: 'Database',
    name: database,
    externalId: `${server.name}/${database}`,
    config: documentAt(0),
    status: 'Online',
    health: 'healthy',
    ...(ages[0] !== undefined && { updatedAge: ages[0] }),
  })
  addVersions(item, [0, 1, 2, 3].map(documentAt), ages, 'depot')
  if (item.health === 'unhealthy')
    addInsight(item, {
      source: 'postgres',
      analyzer: 'disk-full',
      analysisType: 'availability',
      severity: 'critical',
      summary: `${database}: disk full`,
      message: `The data disk of ${server.name} is full.`,
      analysis: { usedPercent: 100 },
      firstAge: 5 * HOUR,
      lastAge: 3 * MINUTE,
    })
}
