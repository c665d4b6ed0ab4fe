import './common-parts'
import { Redirect, Route, Switch } from 'wouter'
import {
  ANY_COMPONENT,
  ANY_COMPONENT_CARD,
  ANY_CONFIG,
  ANY_INCIDENT,
  ANY_INCIDENT_REPORT,
  ANY_RUN,
  leadsToHealth,
  pageAt,
  paths,
} from '../lib/paths'
import { pathOfNew, resourcePages } from '../lib/resource-pages'
import { type FlagsAnswer, FlagsGate } from '../views/shell/access/flags-gate'
import { Guard } from '../views/shell/access/guard'
import { LazyPage } from '../views/shell/frame/lazy-page'
import { NotFound } from '../views/shell/frame/not-found'
import {
  catalogLoads,
  itemLoads,
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
  resourceLoads,
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
  flags: FlagsAnswer
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
    {isHealthOnly && path !== paths.home && !leadsToHealth.has(path) && (
      <Route>
        <NotFound path={path} />
      </Route>
    )}
    <Route path={paths.home}>
      <Redirect to={isHealthOnly ? paths.health : paths.topology} replace />
    </Route>
    <Route path={paths.topology}>
      <Guard title="Dashboard" feature="topology" areas={topologies}>
        <LazyPage title="Dashboard" load={loadTopology} />
      </Guard>
    </Route>
    {[paths.health, paths.publicHealth].map((one) => (
      <Route key={one} path={one}>
        <Guard title="Health" feature="health" areas={canaries}>
          <LazyPage title="Health" load={loadHealth} />
        </Guard>
      </Route>
    ))}
    {oldCatalog.has(path) && (
      <Route>
        <Redirect to={paths.catalog} replace />
      </Route>
    )}
    {(catalogLoads.has(path) || pageAt(path).startsWith(ANY_CONFIG)) && (
      <Route>
        <Guard title="Catalog" feature="config" areas={database}>
          <LazyPage
            key={catalogLoads.has(path) ? path : ANY_CONFIG}
            title="Catalog"
            load={catalogLoads.get(path) ?? loadConfig}
          />
        </Guard>
      </Route>
    )}
    <Route path={paths.integrations}>
      <Guard title="Integrations" feature="settings.integrations" areas={integrations}>
        <LazyPage title="Integrations" load={loadIntegrations} />
      </Guard>
    </Route>
    <Route path={`${paths.integrations}/:type/:id`}>
      <Guard title="Integrations" feature="settings.integrations" areas={integrations} action="write">
        <LazyPage title="Integration" load={loadIntegration} />
      </Guard>
    </Route>
    {/* Each source of the queue has its own feature and area. The page omits or names the unavailable ones. */}
    <Route path={paths.triage}>
      <LazyPage title="Triage" load={loadTriage} />
    </Route>
    <Route path={paths.incidents}>
      <Guard title="Incidents" feature="incidents" areas={incidents}>
        <LazyPage title="Incidents" load={loadIncidents} />
      </Guard>
    </Route>
    {pageAt(path) === ANY_INCIDENT && (
      <Route>
        <Guard title="Incident" feature="incidents" areas={incidents}>
          <LazyPage title="Incident" load={loadIncident} />
        </Guard>
      </Route>
    )}
    {pageAt(path) === ANY_INCIDENT_REPORT && (
      <Route>
        <Guard title="Post-mortem" feature="incidents" areas={incidents}>
          <LazyPage title="Post-mortem" load={loadIncidentReport} />
        </Guard>
      </Route>
    )}
    {(path === paths.runs || pageAt(path) === ANY_RUN) && (
      <Route>
        <Guard title="Playbook runs" feature="playbooks" areas={runs}>
          <LazyPage key={pageAt(path)} title="Playbook runs" load={path === paths.runs ? loadRuns : loadRun} />
        </Guard>
      </Route>
    )}
    <Route path={paths.logs}>
      <Guard title="Logs" feature="logs" areas={topologies}>
        <LazyPage title="Logs" load={loadLogs} />
      </Guard>
    </Route>
    {pageAt(path) === ANY_COMPONENT && (
      <Route>
        <Guard title="Topology" feature="topology" areas={topologies}>
          <LazyPage title="Component" load={loadComponent} />
        </Guard>
      </Route>
    )}
    {resourceLoads.map(({ resource: { kind, title, feature, access }, load }) => (
      <Route key={kind} path={resourcePages[kind].path}>
        <Guard title={title} feature={feature} {...access}>
          <LazyPage title={title} load={load} />
        </Guard>
      </Route>
    ))}
    {itemLoads.map(
      ({ resource: { kind, title, feature, access }, load }) =>
        pageAt(path) === pathOfNew(kind) && (
          <Route key={kind}>
            <Guard title={title} feature={feature} {...access}>
              <LazyPage title={title} load={load} />
            </Guard>
          </Route>
        )
    )}
    <Route>{() => <NotFound path={path} />}</Route>
  </Switch>
)
