import { useQuery } from '@tanstack/react-query'
import { runList } from '../../../api/run-list'
import { formatCount } from '../../../lib/format'
import type { ListQuery } from '../../../lib/list-query'
import { CommandButton } from '../../shell/commands/command-button'
import css from './runs.module.css'

type Props = {
  question: ListQuery
  /** Milliseconds between looks, or false for none. */
  everyMs: number | false
}

/** What wants somebody among the runs: how many wait for approval, go on, or failed. Each is a way to see only those. */
export function Tally({ question, everyMs }: Props) {
  const { data } = useQuery({ ...runList.tally(question), refetchInterval: everyMs })
  if (!data || data.waiting + data.active + data.failed === 0) return null
  const { waiting, active, failed } = data
  return (
    <div className={css.tally} role="group" aria-label="How the runs stand">
      {waiting > 0 && (
        <CommandButton
          call="runs.show?which=waiting"
          label={`${waiting.toLocaleString('en')} ${waiting === 1 ? 'waits' : 'wait'} for approval`}
          className={css.waiting}
        />
      )}
      {failed > 0 && (
        <CommandButton
          call="runs.show?which=failed"
          label={`${failed.toLocaleString('en')} failed`}
          className={css.failed}
        />
      )}
      {active > 0 && <CommandButton call="runs.show?which=active" label={`${formatCount(active, 'run')} under way`} />}
    </div>
  )
}
