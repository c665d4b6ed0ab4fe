import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ComponentName, ComponentScope } from '@/api/topology/component'
import { type ComponentConfig, componentSections } from '@/api/topology/component-sections'
import { formatCount } from '@/shared/format'
import { componentPage } from '@/shared/pages/topology'
import cell from '@/ui/grid/cell.module.css'
import type { GridColumn } from '@/ui/grid/column'
import { Banner } from '@/ui/notice'
import { PageLink } from '@/ui/page-link'
import { QueryState } from '../../shared/query/query-state'
import { componentTitle } from '../facts'
import type { ComponentPanelProps } from './component-tabs'
import css from './component.module.css'
import { NoConfigs } from './no-configs'

/** Loads the scope of a panel: the component and its descendants, up to the limit of a request. */
export function WithScope({
  component,
  children,
}: ComponentPanelProps & { children: (scope: ComponentScope) => ReactNode }) {
  return (
    <QueryState query={useQuery(componentSections.scope(component))} what="its descendants" as="pane">
      {(scope) => (
        <div className={css.panel}>
          {scope.omitted > 0 && (
            <Banner>
              Only the nearest {formatCount(scope.components.length, 'component')} are included.{' '}
              {formatCount(scope.omitted, 'deeper descendant is', 'deeper descendants are')} left out.
            </Banner>
          )}
          {children(scope)}
        </div>
      )}
    </QueryState>
  )
}

type InConfigsProps = ComponentPanelProps & {
  /** A sentence for the empty state without config items: the data that config items would add. */
  without: string
  children: (items: readonly ComponentConfig[], name: string) => ReactNode
}

/** Loads the config items of the component and its descendants for a panel. */
export const WithScopeConfigs = ({ component, without, children }: InConfigsProps) => (
  <WithScope component={component}>
    {(scope) => (
      <OfConfigs scope={scope} name={componentTitle(component)} without={without}>
        {children}
      </OfConfigs>
    )}
  </WithScope>
)

const OfConfigs = ({
  scope,
  name,
  without,
  children,
}: { scope: ComponentScope; name: string } & Omit<InConfigsProps, 'component'>) => (
  <QueryState
    query={useQuery(componentSections.configs(scope))}
    what="its config items"
    as="pane"
    empty={<NoConfigs name={name}>{without}</NoConfigs>}
  >
    {(items) => children(items, name)}
  </QueryState>
)

type Shared = { components: readonly ComponentName[] }

/** A column with the components of a row; none if the scope has only one component. */
export const scopeColumns = <R extends Shared>({ components }: ComponentScope): readonly GridColumn<R>[] =>
  components.length === 1
    ? []
    : [
        {
          id: 'component',
          title: 'Component',
          width: 'minmax(5rem, 1fr)',
          priority: 2,
          sortBy: ({ components: [first] }) => first?.name,
          cell: ({ components: of }) => (
            <span className={cell.line} title={formatComponentNames(of)}>
              <bdi className={cell.quiet}>{formatComponentNames(of)}</bdi>
            </span>
          ),
        },
      ]

export const formatComponentNames = (of: readonly ComponentName[]) => of.map(({ name }) => name).join(', ')

/** The components of an entry in a list without columns, except the one that the page shows. */
export const ComponentLinks = ({ of, scope }: { of: readonly ComponentName[]; scope: ComponentScope }) => {
  const others = of.filter(({ id }) => id !== scope.components[0]?.id)
  return (
    others.length > 0 && (
      <span className={css.quiet}>
        of{' '}
        {others.map(({ id, name }, at) => (
          <span key={id}>
            {at > 0 && ', '}
            <PageLink href={componentPage.at(id)} className={css.link}>
              <bdi>{name}</bdi>
            </PageLink>
          </span>
        ))}
      </span>
    )
  )
}
