import '@/commands/topology/component-links.commands'
import { useQuery } from '@tanstack/react-query'
import type { ConfigItem } from '@/api/catalog/catalog'
import { componentLinks } from '@/api/topology/component-links'
import { callTo } from '@/commands/call-to'
import { unnamedTarget } from '@/commands/command'
import { mayAccess } from '@/commands/context'
import { toHealthDot } from '@/lib/catalog/health-status'
import { componentPage } from '@/shared/pages/topology'
import { PageLink } from '@/ui/page-link'
import { StatusShape } from '@/ui/status'
import { CommandButton } from '../../shared/commands/command-button'
import { useConsole } from '../../shared/console'
import { icons } from '../../shared/icons'
import { QueryState } from '../../shared/query/query-state'
import css from './config.module.css'
import { FactGroup } from '../../shared/fact-group'

/** The components that an item belongs to. */
export default function Components({ item }: { item: ConfigItem }) {
  const { environment } = useConsole()
  const query = useQuery(componentLinks.ofConfig(item.id))
  const mayLink = mayAccess(environment, 'database', 'write')
  return (
    // Users who may link the item always see the section; others see it only if there are components.
    <FactGroup title="Components" isShown={mayLink || query.isError || (query.data?.length ?? 0) > 0}>
      <QueryState query={query} what="the components" as="part" pending={null}>
        {(list) => (
          <ul>
            {list.map((one) => (
              <li key={one.id} className={css.component}>
                {one.health && <StatusShape health={toHealthDot(one.health)} />}
                <PageLink href={componentPage.at(one.id)} className={css.name}>
                  <bdi>{one.name}</bdi>
                </PageLink>
                <span className={css.quiet}>
                  {[one.health ?? one.status, one.isManual ? 'linked manually' : undefined].filter(Boolean).join(', ')}
                </span>
                {one.isManual && mayLink && (
                  <CommandButton
                    call={callOn('component.unrelate', item.id, one.id)}
                    tone="bare"
                    icon={icons.close}
                    label={`Unlink from ${one.name}`}
                  />
                )}
              </li>
            ))}
          </ul>
        )}
      </QueryState>
      {mayLink && (
        <CommandButton
          call={callOn('component.relate', item.id)}
          tone="bare"
          label="Link to component"
          className={css.add}
        />
      )}
    </FactGroup>
  )
}

const callOn = (id: 'component.relate' | 'component.unrelate', config: string, component?: string) =>
  callTo(id, {
    config: [unnamedTarget('config', config)],
    ...(component === undefined ? {} : { component: [unnamedTarget('component', component)] }),
  })
