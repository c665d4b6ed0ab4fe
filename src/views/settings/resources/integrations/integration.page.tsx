import '@/commands/settings/integrations.commands'
import '@/commands/settings/resources.commands'
import '@/commands/settings/scrapers.commands'
import '@/commands/settings/topologies.commands'
import { useRoute } from 'wouter'
import { type IntegrationKind, integrationsPage, integrationTypes, isIntegrationType } from '@/shared/pages/settings'
import { isDisabled } from '@/shared/access/flags'
import { kindNoun } from '@/lib/kinds'
import { findResourceByKind } from '@/shared/routing/registry'
import type { Resource } from '@/shared/routing/resource'
import { useLoaded } from '@/ui/use-loaded'
import { LoadedItem, NoSuchItem, type PageEditing } from '../item-page'
import { TurnedOffNotice } from '@/views/shared/access/page-guard'
import { useConsole } from '@/views/shared/console'
import { LoadFailureNotice } from '@/ui/load-failure-notice'
import { Page } from '@/views/shared/page/page'
import { FieldsItem } from './fields-item'
import { integrationDetailLoaders } from './types'

const listOfIntegrations = {
  title: 'Integrations',
  path: integrationsPage.path,
  go: 'go.integrations',
  plural: 'integrations',
}

/** The page of one integration of any kind, with breadcrumbs to the integrations. */
export default function IntegrationView() {
  const [, route] = useRoute(`${integrationsPage.path}/:type/:id`)
  const { type = '', id = '' } = route ?? {}
  const { environment } = useConsole()
  const kind = isIntegrationType(type) ? integrationTypes[type] : undefined
  const resource = kind && findResourceByKind(kind)
  if (!kind || !resource)
    return (
      <Page title="Integration" of="integration">
        <NoSuchItem noun="integration" list={listOfIntegrations} />
      </Page>
    )
  if (isDisabled(environment.flags, resource.access.feature))
    return (
      <Page title={resource.title} of={kind}>
        <TurnedOffNotice title={resource.title} />
      </Page>
    )
  return <One key={`${kind}:${id}`} id={id} kind={kind} resource={resource} />
}

function One({ id, kind, resource }: { id: string; kind: IntegrationKind; resource: Resource }) {
  const details = useLoaded(integrationDetailLoaders[kind])
  if (details.is === 'ready') {
    const { editing } = details.value
    const all = { id, resource, details: details.value, list: listOfIntegrations }
    return editing?.page ? <LoadedItem {...all} editing={editing as PageEditing} /> : <FieldsItem {...all} />
  }
  return (
    <Page title={resource.title} of={kind}>
      {details.is === 'failed' && <LoadFailureNotice what={`the ${kindNoun(kind)}`} onRetry={details.loadNow} />}
    </Page>
  )
}
