import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type ComponentConfig, type ComponentName, componentParts, type Scope } from '../../../api/component'
import { formatCount } from '../../../lib/format'
import { paths } from '../../../lib/paths'
import cell from '../../../ui/grid/cell.module.css'
import type { Column } from '../../../ui/grid/column'
import { Banner } from '../../../ui/notice'
import { PageLink } from '../../../ui/page-link'
import { QueryState } from '../../shell/query/query-state'
import { titleOf } from '../facts'
import type { PanelProps } from './component-tabs'
import css from './component-view.module.css'
import { NoConfigs } from './no-configs'

/** What a panel is about: the component and all below it, as far as they can be asked about. */
export function InScope({ component, children }: PanelProps & { children: (scope: Scope) => ReactNode }) {
  return (
    <QueryState query={useQuery(componentParts.scope(component))} what="what is below it" as="pane">
      {(scope) => (
        <div className={css.panel}>
          {scope.left > 0 && (
            <Banner>
              Shown is what there is of the {formatCount(scope.components.length, 'component')} nearest to it, and not
              of {scope.left.toLocaleString('en')} farther below.
            </Banner>
          )}
          {children(scope)}
        </div>
      )}
    </QueryState>
  )
}

type InConfigsProps = PanelProps & {
  /** What there would be: a sentence, for where no config item belongs to the component. */
  without: string
  children: (items: readonly ComponentConfig[], name: string) => ReactNode
}

/** What a panel is about by the config items of the component and of all below it. */
export const InConfigs = ({ component, without, children }: InConfigsProps) => (
  <InScope component={component}>
    {(scope) => (
      <OfConfigs scope={scope} name={titleOf(component)} without={without}>
        {children}
      </OfConfigs>
    )}
  </InScope>
)

const OfConfigs = ({
  scope,
  name,
  without,
  children,
}: { scope: Scope; name: string } & Omit<InConfigsProps, 'component'>) => (
  <QueryState
    query={useQuery(componentParts.configs(scope))}
    what="its config items"
    as="pane"
    empty={<NoConfigs name={name}>{without}</NoConfigs>}
  >
    {(items) => children(items, name)}
  </QueryState>
)

type Shared = { components: readonly ComponentName[] }

/** Which of the components rows are of; nowhere where there is only one. */
export const columnsOfScope = <R extends Shared>({ components }: Scope): readonly Column<R>[] =>
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
            <span className={cell.line} title={namesOf(of)}>
              <bdi className={cell.quiet}>{namesOf(of)}</bdi>
            </span>
          ),
        },
      ]

export const namesOf = (of: readonly ComponentName[]) => of.map(({ name }) => name).join(', ')

/** In a list without columns: which of the components it is about, where that is not the one that is looked at. */
export const OfComponents = ({ of, scope }: { of: readonly ComponentName[]; scope: Scope }) => {
  const others = of.filter(({ id }) => id !== scope.components[0]?.id)
  return (
    others.length > 0 && (
      <span className={css.quiet}>
        of{' '}
        {others.map(({ id, name }, at) => (
          <span key={id}>
            {at > 0 && ', '}
            <PageLink href={paths.component(id)} className={css.link}>
              <bdi>{name}</bdi>
            </PageLink>
          </span>
        ))}
      </span>
    )
  )
}
