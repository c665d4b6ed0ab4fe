import { useQueryClient } from '@tanstack/react-query'
import { StatusShape } from '../../ui/status'
import { Time } from '../../ui/time'
import type { PaletteItem } from './item'
import css from './palette.module.css'

/** The loaded properties of the highlighted resource. Sends no request, however fast the highlight moves. */
export function Aside({ item }: { item: PaletteItem | undefined }) {
  const client = useQueryClient()
  if (!item?.facts) return <div className={css.aside} />
  return (
    <section className={css.aside} aria-label={`About ${item.title}`}>
      <h3 className={css.asideTitle}>
        {item.health && <StatusShape health={item.health} />} <bdi>{item.title}</bdi>
      </h3>
      <dl>
        {item.facts(client).map((fact) => (
          <div key={fact.label}>
            <dt>{fact.label}</dt>
            <dd>{'at' in fact ? <Time at={fact.at} as="ago" /> : fact.text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
