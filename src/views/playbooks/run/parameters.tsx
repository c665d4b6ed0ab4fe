import type { RunDetail } from '@/api/playbooks/run'
import { DescriptionList } from '@/ui/description-list'
import { CommandButton } from '../../shared/commands/command-button'
import css from './run.module.css'

/** The parameters of a run. */
export function RunParameters({ run: { parameters, spec } }: { run: RunDetail }) {
  const values = Object.entries(parameters ?? {})
  if (values.length === 0) return <p className={css.none}>This run has no parameters.</p>
  const labels = new Map((spec.parameters ?? []).map(({ name, label }) => [name, label || name]))
  return (
    <div className={css.panel}>
      <DescriptionList
        items={values.map(([name, value]) => ({
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
