import './common-parts'
import { Redirect, Route, Switch } from 'wouter'
import { leadsToHealth, paths } from '../lib/paths'
import { resourcePages } from '../lib/resource-pages'
import { Guard } from '../views/shell/access/guard'
import { LazyPage } from '../views/shell/frame/lazy-page'
import { NotFound } from '../views/shell/frame/not-found'
import { loadHealth, resourceLoads } from './pages'

const canaries = ['canaries'] as const

/** Which page an address is, and who may see it. */
export const Routes = ({ path, isHealthOnly }: { path: string; isHealthOnly: boolean }) => (
  <Switch>
    {isHealthOnly && !leadsToHealth.has(path) && (
      <Route>
        <NotFound path={path} />
      </Route>
    )}
    {/* Home is the topology, by specification. Until that screen is here, it is what on-call looks at first. */}
    <Route path={paths.home}>
      <Redirect to={paths.health} replace />
    </Route>
    {[paths.health, paths.publicHealth].map((one) => (
      <Route key={one} path={one}>
        <Guard title="Health" feature="health" areas={canaries}>
          <LazyPage title="Health" load={loadHealth} />
        </Guard>
      </Route>
    ))}
    {resourceLoads.map(({ resource: { kind, title, feature, access }, load }) => (
      <Route key={kind} path={resourcePages[kind].path}>
        <Guard title={title} feature={feature} {...access}>
          <LazyPage title={title} load={load} />
        </Guard>
      </Route>
    ))}
    <Route>{() => <NotFound path={path} />}</Route>
  </Switch>
)
