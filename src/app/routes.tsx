import './common-parts'
import { Redirect, Route, Switch } from 'wouter'
import {
  ANY_COMPONENT,
  ANY_COMPONENT_CARD,
  ANY_CONFIG,
  ANY_INCIDENT,
  ANY_INCIDENT_REPORT,
  ANY_RUN,
  healthPaths,
  pageAt,
  paths,
} from '../lib/paths'
import { newResourcePath, resourcePages } from '../lib/resource-pages'
import { type FlagsState, FlagsGate } from '../views/shell/access/flags-gate'
import { PageGuard } from '../views/shell/access/page-guard'
import { LazyPage } from '../views/shell/frame/lazy-page'
import { NotFound } from '../views/shell/frame/not-found'
import {
  catalogLoaders,
  itemLoaders,
  loadComponent,
  loadComponentCard,
  loadConfig,
  loadHealth,
  loadIncident,
  loadIncidentReport,
  loadIncidents,
  loadIntegration,
  loadIntegrations,
  loadLogs,
  loadProfile,
  loadRun,
  loadRuns,
  loadTopology,
  loadTriage,
  resourceLoaders,
} from './pages'

const canaries = ['canaries'] as const
const database = ['database'] as const
const incidents = ['incident'] as const
const integrations = ['integrations'] as const
const runs = ['playbook_runs'] as const
const topologies = ['topologies'] as const
/** Former addresses of the catalog, which other sites link to. */
const oldCatalog = new Set(['/configs', '/config-db'])

type Props = {
  path: string
  isHealthOnly: boolean
  /** Whether users have accounts that can be changed here. */
  hasProfile: boolean
  flags: FlagsState
}

/** Maps addresses to pages, with the access each page needs. */
export const Routes = ({ hasProfile, flags, ...rest }: Props) => (
  <Switch>
    {/* No feature flag disables the profile, and users without any role can still change their password. */}
    {hasProfile && (
      <Route path={paths.profile}>
        <LazyPage title="Your profile" load={loadProfile} />
      </Route>
    )}
    {/* An embedded card does not wait for data that only the rest of the console needs. */}
    {pageAt(rest.path) === ANY_COMPONENT_CARD && !rest.isHealthOnly && (
      <Route>
        <LazyPage title="Component" load={loadComponentCard} />
      </Route>
    )}
    <Route>
      <FlagsGate answer={flags}>
        <Features {...rest} />
      </FlagsGate>
    </Route>
  </Switch>
)

const Features = ({ path, isHealthOnly }: Pick<Props, 'path' | 'isHealthOnly'>) => (
  <Switch>
    {isHealthOnly && path !== paths.home && !healthPaths.has(path) && (
      <Route>
        <NotFound path={path} />
      </Route>
    )}
    <Route path={paths.home}>
      <Redirect to={isHealthOnly ? paths.health : paths.topology} replace />
    </Route>
    <Route path={paths.topology}>
      <PageGuard title="Dashboard" feature="topology" areas={topologies}>
        <LazyPage title="Dashboard" load={loadTopology} />
      </PageGuard>
    </Route>
    {[paths.health, paths.publicHealth].map((one) => (
      <Route key={one} path={one}>
        <PageGuard title="Health" feature="health" areas={canaries}>
          <LazyPage title="Health" load={loadHealth} />
        </PageGuard>
      </Route>
    ))}
    {oldCatalog.has(path) && (
      <Route>
        <Redirect to={paths.catalog} replace />
      </Route>
    )}
    {(catalogLoaders.has(path) || pageAt(path).startsWith(ANY_CONFIG)) && (
      <Route>
        <PageGuard title="Catalog" feature="config" areas={database}>
          <LazyPage
            key={catalogLoaders.has(path) ? path : ANY_CONFIG}
            title="Catalog"
            load={catalogLoaders.get(path) ?? loadConfig}
          />
        </PageGuard>
      </Route>
    )}
    <Route path={paths.integrations}>
      <PageGuard title="Integrations" feature="settings.integrations" areas={integrations}>
        <LazyPage title="Integrations" load={loadIntegrations} />
      </PageGuard>
    </Route>
    <Route path={`${paths.integrations}/:type/:id`}>
      <PageGuard title="Integrations" feature="settings.integrations" areas={integrations} action="write">
        <LazyPage title="Integration" load={loadIntegration} />
      </PageGuard>
    </Route>
    {/* Each source of the queue has its own feature and area. The page omits or names the unavailable ones. */}
    <Route path={paths.triage}>
      <LazyPage title="Triage" load={loadTriage} />
    </Route>
    <Route path={paths.incidents}>
      <PageGuard title="Incidents" feature="incidents" areas={incidents}>
        <LazyPage title="Incidents" load={loadIncidents} />
      </PageGuard>
    </Route>
    {pageAt(path) === ANY_INCIDENT && (
      <Route>
        <PageGuard title="Incident" feature="incidents" areas={incidents}>
          <LazyPage title="Incident" load={loadIncident} />
        </PageGuard>
      </Route>
    )}
    {pageAt(path) === ANY_INCIDENT_REPORT && (
      <Route>
        <PageGuard title="Post-mortem" feature="incidents" areas={incidents}>
          <LazyPage title="Post-mortem" load={loadIncidentReport} />
        </PageGuard>
      </Route>
    )}
    {(path === paths.runs || pageAt(path) === ANY_RUN) && (
      <Route>
        <PageGuard title="Playbook runs" feature="playbooks" areas={runs}>
          <LazyPage key={pageAt(path)} title="Playbook runs" load={path === paths.runs ? loadRuns : loadRun} />
        </PageGuard>
      </Route>
    )}
    <Route path={paths.logs}>
      <PageGuard title="Logs" feature="logs" areas={topologies}>
        <LazyPage title="Logs" load={loadLogs} />
      </PageGuard>
    </Route>
    {pageAt(path) === ANY_COMPONENT && (
      <Route>
        <PageGuard title="Topology" feature="topology" areas={topologies}>
          <LazyPage title="Component" load={loadComponent} />
        </PageGuard>
      </Route>
    )}
    {resourceLoaders.map(({ resource: { kind, title, feature, access }, load }) => (
      <Route key={kind} path={resourcePages[kind].path}>
        <PageGuard title={title} feature={feature} {...access}>
          <LazyPage title={title} load={load} />
        </PageGuard>
      </Route>
    ))}
    {itemLoaders.map(
      ({ resource: { kind, title, feature, access }, load }) =>
        pageAt(path) === newResourcePath(kind) && (
          <Route key={kind}>
            <PageGuard title={title} feature={feature} {...access}>
              <LazyPage title={title} load={load} />
            </PageGuard>
          </Route>
        )
    )}
    <Route>{() => <NotFound path={path} />}</Route>
  </Switch>
)
