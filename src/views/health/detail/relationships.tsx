import type { CheckRelation } from '@/api/health/check-relations'
import { configPage } from '@/shared/pages/catalog'
import { componentPage } from '@/shared/pages/topology'
import { PageLink } from '@/ui/page-link'
import { Place } from '@/views/shared/commands/place'
import css from './panel.module.css'

const pathOf = ({ kind, id }: CheckRelation) => (kind === 'component' ? componentPage.at(id) : configPage.at(id))
const kinds = [
  { kind: 'component', title: 'Components' },
  { kind: 'config', title: 'Catalog' },
] as const

/** The components and catalog items of a check, as links to their pages. */
export function CheckRelationships({ list }: { list: readonly CheckRelation[] }) {
  if (list.length === 0) return <p className={css.note}>This check is not related to any component or catalog item.</p>
  return (
    <div className={css.panel}>
      {kinds.map(({ kind, title }) => {
        const members = list.filter((one) => one.kind === kind)
        if (members.length === 0) return null
        return (
          <section key={kind} aria-label={title}>
            <h3 className={css.heading}>{title}</h3>
            <ul className={css.links}>
              {members.map((one) => (
                <li key={one.id}>
                  {/* The keys of a component or config item work on its link, such as those for playbooks and logs. */}
                  <Place scope="detail" of={kind} target={{ kind, id: one.id, label: one.name }}>
                    <PageLink href={pathOf(one)} className={css.link}>
                      <bdi className={css.name}>{one.name}</bdi>
                      {one.type && <span className={css.type}>{one.type}</span>}
                    </PageLink>
                  </Place>
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </div>
  )
}
