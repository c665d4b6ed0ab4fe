import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { createCatalogEngine } from '../catalog/engine'
import { createLocalLocks, createSessionLocks } from '../data/db/locks'
import type { LocalProperties } from '../data/properties'
import type { Vault } from '../data/secrets/vault'
import { createHealthEngine } from '../health/engine'
import type { Accounts } from '../identity/open-accounts'
import { createIncidentEngine } from '../incidents/engine'
import { createLogEngine } from '../logs/engine'
import { createNotificationSender } from '../notifications/delivery/sender'
import { notifyOutside } from '../notifications/delivery/transport'
import { createNotificationEvents } from '../notifications/dispatch/events'
import { notificationRoutes } from '../notifications/routes'
import { createSilenceRecovery } from '../notifications/silences/recovery'
import { createArtifactEngine } from '../platform/artifacts/engine'
import { createArtifactStore } from '../platform/artifacts/store'
import { mayReadRelation } from '../identity/access/authorise'
import { createConnectionReader } from '../platform/connections/connection-reader'
import { connectionRoutes } from '../platform/connections/routes'
import { createDocumentReader } from '../platform/documents/document-reader'
import { createEvaluator } from '../platform/expression/evaluator'
import { type Engine, routesOnly } from '../platform/jobs/engine'
import { createEventQueue } from '../platform/jobs/event-queue'
import { createJobEngine } from '../platform/jobs/jobs'
import { createLeaderEngine } from '../platform/jobs/leader'
import { readSiteUrl, type Settings } from './settings'
import { createPlaybookRunner } from '../playbooks/runner'
import { createPlaybookEvents } from '../playbooks/triggers/events'
import { createMessageRuns } from '../playbooks/triggers/message-runs'
import { createPlaybookSchedules } from '../playbooks/triggers/schedules'
import { createSampleArtifactsEngine } from '../sample/artifacts'
import { createSampleEngine } from '../sample/services'
import { createTopologyEngine } from '../topology/engine'
import type { Storage } from './storage'

export const now = () => new Date()

type EngineOptions = {
  settings: Settings
  log: Logger
  storage: Storage
  accounts: Accounts
  vault: Vault
  localProperties: LocalProperties
  /** The folder of the running sample services; undefined without the sample organisation. */
  sampleFolder: string | undefined
  /** The worker threads that evaluate expressions and parse documents. */
  workers: { expressions: URL; documents: URL }
}

/**
 * Creates the engines, in the order in which they start.
 * @param opened receives the close functions of the shared parts
 */
export function createEngines(
  {
    settings,
    log,
    storage: { db, keys, dataFolder },
    accounts,
    vault,
    localProperties,
    sampleFolder,
    workers,
  }: EngineOptions,
  opened: (() => Promise<void>)[]
): readonly Engine[] {
  const locks = settings.databaseUrl ? createSessionLocks(settings.databaseUrl.href) : createLocalLocks()
  opened.push(() => locks.close())
  const evaluator = createEvaluator({ workerUrl: workers.expressions })
  opened.push(evaluator.stop)
  const documents = createDocumentReader({ workerUrl: workers.documents })
  opened.push(documents.stop)
  const artifacts = createArtifactStore(join(dataFolder, 'artifacts'), now)
  const parts = {
    db,
    localProperties,
    log,
    locks,
    now,
    openConnection: createConnectionReader(db, vault),
    hostname: hostname(),
    allowExec: settings.allowExec,
    box: keys,
    artifacts,
    evaluate: evaluator.evaluate,
    readDocuments: documents.readDocuments,
  }
  // Ordered by dependency; engines with schedules come last.
  const health = createHealthEngine(parts)
  const catalog = createCatalogEngine(parts)
  const logs = createLogEngine(parts)
  const topology = createTopologyEngine({ ...parts, logs })
  const artifactFiles = createArtifactEngine({ db, store: artifacts })
  const incidents = createIncidentEngine({ ...parts, readEvidenceHealth: topology.readComponentHealth })
  const playbooks = createPlaybookRunner(parts)
  const started = { ...parts, secrets: playbooks.secrets, wake: playbooks.wake }
  const sender = createNotificationSender({
    ...started,
    siteUrl: readSiteUrl(settings),
    smtp: settings.accounts?.smtp,
    notify: notifyOutside,
    planRun: createMessageRuns(started),
    wakeRuns: playbooks.wake,
  })
  const messages = createNotificationEvents({ ...parts, siteUrl: readSiteUrl(settings), wake: sender.wake })
  const running = [
    ...(sampleFolder !== undefined
      ? [createSampleEngine(db, sampleFolder), createSampleArtifactsEngine(db, artifacts.put)]
      : []),
    playbooks,
    logs,
    {
      name: 'connections',
      routes: connectionRoutes(db, { vault, readDocuments: documents.readDocuments }, mayReadRelation),
    },
    { name: 'notifications', routes: notificationRoutes(db, evaluator.evaluate, readSiteUrl(settings)) },
    createLeaderEngine(
      [
        health,
        catalog,
        topology,
        incidents,
        artifactFiles,
        sender,
        createSilenceRecovery(parts),
        createEventQueue({ ...parts, handlers: [createPlaybookEvents(started), messages] }),
        createPlaybookSchedules(started),
        createJobEngine([accounts, health, catalog, topology, incidents, artifactFiles], parts),
      ],
      parts
    ),
  ]
  return [accounts, ...(settings.noChecks ? running.map(routesOnly) : running)]
}
