import { useQuery } from '@tanstack/react-query'
import { useRoute } from 'wouter'
import { type Component, topology } from '@/api/topology/topology'
import { Notice } from '@/ui/notice'
import { CommandButton } from '../../shared/commands/command-button'
import { Page } from '../../shared/page/page'
import { icons } from '../../shared/icons'
import { QueryState } from '../../shared/query/query-state'
import { useLiveUpdates } from '../../shared/stores'
import { ComponentCard } from '../shared/card'
import { componentTitle } from '../facts'
import css from './component.module.css'
import { ComponentStatus } from './component-status'

/** Milliseconds between polls, as on the component's page. */
const POLL_MS = 30_000
const none: readonly Component[] = []

/** The public card of one component. It works without signing in and links only to other public cards. */
export default function PublicCard() {
  const [, found] = useRoute('/view/topology/:id')
  const query = useQuery({ ...topology.byId(found?.id ?? ''), refetchInterval: useLiveUpdates() && POLL_MS })
  return (
    <Page
      title={query.data ? componentTitle(query.data) : 'Component'}
      of="component"
      facts={<span className={css.type}>{query.data?.type}</span>}
      actions={<CommandButton call="page.refresh" tone="bare" icon={icons.refresh} />}
    >
      <QueryState query={query} what="the component" as="page" gone={<NoSuchCard />}>
        {(component) => (
          <div className={css.public}>
            <ComponentStatus component={component} />
            <ComponentCard of={component} below={component.components ?? none} place="bare" />
          </div>
        )}
      </QueryState>
    </Page>
  )
}

const NoSuchCard = () => (
  <Notice tone="empty" title="Component not found">
    The link may be outdated, or the component may have been removed from its topology.
  </Notice>
)
