import type { Run } from '../../../api/run'
import { DescriptionList } from '../../../ui/description-list'
import { CommandButton } from '../../shell/commands/command-button'
import css from './run.module.css'

/** With what a run was begun. */
export function Parameters({ run: { parameters, spec } }: { run: Run }) {
  const given = Object.entries(parameters ?? {})
  if (given.length === 0) return <p className={css.none}>It was run without parameters.</p>
  const labels = new Map((spec.parameters ?? []).map(({ name, label }) => [name, label || name]))
  return (
    <div className={css.panel}>
      <DescriptionList
        items={given.map(([name, value]) => ({
          name: labels.get(name) ?? name,
          value: <bdi className={css.text}>{typeof value === 'string' ? value : JSON.stringify(value)}</bdi>,
        }))}
      />
      <p>
        <CommandButton call="run.copyParameters" label="Copy as JSON" />
      </p>
    </div>
  )
}
