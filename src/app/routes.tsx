import './common-parts'
import { lazy } from 'react'
import { Redirect, Route, Switch } from 'wouter'
import { leadsToHealth, paths } from '../lib/paths'
import { resourcePages } from '../lib/resource-pages'
import { loadDetails, resources } from '../resources/registry'
import { Guard } from '../views/shell/access/guard'
import { LazyPage } from '../views/shell/frame/lazy-page'
import { NotFound } from '../views/shell/frame/not-found'

const HealthView = lazy(() => import('../views/health/health-view'))

/** The lists of resources, each by its own file and the page that they share. */
const resourceRoutes = resources.map((resource) => ({
  resource,
  View: lazy(async () => {
    const [{ resourcePage }, details] = await Promise.all([
      import('../views/resources/resource-page'),
      loadDetails(resource.kind),
    ])
    return { default: await resourcePage(resource, details) }
  }),
}))

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
          <LazyPage title="Health">
            <HealthView />
          </LazyPage>
        </Guard>
      </Route>
    ))}
    {resourceRoutes.map(({ resource: { kind, title, feature, access }, View }) => (
      <Route key={kind} path={resourcePages[kind].path}>
        <Guard title={title} feature={feature} {...access}>
          <LazyPage title={title}>
            <View />
          </LazyPage>
        </Guard>
      </Route>
    ))}
    <Route>{() => <NotFound path={path} />}</Route>
  </Switch>
)
