import './common-parts'
import { lazy } from 'react'
import { Redirect, Route, Switch } from 'wouter'
import { leadsToHealth, paths } from '../lib/paths'
import { Guard } from '../views/shell/access/guard'
import { LazyPage } from '../views/shell/frame/lazy-page'
import { NotFound } from '../views/shell/frame/not-found'

const HealthView = lazy(() => import('../views/health/health-view'))
const PeopleView = lazy(() => import('../views/people/people-view'))
const FlagsView = lazy(() => import('../views/flags/flags-view'))
const OutboxView = lazy(() => import('../views/outbox/outbox-view'))

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
        <Guard title="Health" feature="health" area="canaries">
          <LazyPage title="Health">
            <HealthView />
          </LazyPage>
        </Guard>
      </Route>
    ))}
    <Route path={paths.people}>
      <Guard title="People" feature="settings.users" area="identities">
        <LazyPage title="People">
          <PeopleView />
        </LazyPage>
      </Guard>
    </Route>
    <Route path={paths.outbox}>
      <Guard title="Outbox" feature="settings.users" area="auth" action="write">
        <LazyPage title="Outbox">
          <OutboxView />
        </LazyPage>
      </Guard>
    </Route>
    <Route path={paths.flags}>
      <Guard title="Feature flags" feature="settings.feature_flags" area="properties">
        <LazyPage title="Feature flags">
          <FlagsView />
        </LazyPage>
      </Guard>
    </Route>
    <Route>{() => <NotFound path={path} />}</Route>
  </Switch>
)
