import type { IncidentReport, ReportBlock, ReportItem } from '@/lib/incidents/post-mortem'
import { DescriptionList } from '@/ui/description-list'
import css from './report.module.css'

/** The sections of a report on screen. */
export const ReportSections = ({ sections }: Pick<IncidentReport, 'sections'>) =>
  sections.map(({ heading, blocks }) => (
    <section key={heading} aria-label={heading} className={css.section}>
      <h3 className={css.heading}>{heading}</h3>
      {blocks.map((block, at) => (
        // Blocks are not edited, and have no identity other than their position.
        // oxlint-disable-next-line react/no-array-index-key
        <Block key={at} block={block} />
      ))}
    </section>
  ))

function Block({ block }: { block: ReportBlock }) {
  if (block.is === 'text') return <p className={css.text}>{block.text}</p>
  if (block.is === 'facts')
    return <DescriptionList items={block.facts.map(([name, value]) => ({ name, value: <bdi>{value}</bdi> }))} />
  return <Items items={block.items} />
}

const Items = ({ items }: { items: readonly ReportItem[] }) => (
  <ul className={css.list}>
    {items.map(({ lead, text, isDone, below = [] }, at) => (
      // Reports are not edited, and their items have no identity other than their position.
      // oxlint-disable-next-line react/no-array-index-key
      <li key={at}>
        {isDone !== undefined && <span className={css.lead}>{isDone ? 'Done' : 'Not done'}</span>}
        {lead !== undefined && <span className={css.lead}>{lead}</span>}
        <bdi className={css.text}>{text}</bdi>
        {below.length > 0 && <Items items={below} />}
      </li>
    ))}
  </ul>
)
