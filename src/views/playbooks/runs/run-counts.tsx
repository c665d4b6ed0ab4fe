import { useQuery } from '@tanstack/react-query'
import { runList } from '@/api/playbooks/run-list'
import type { ListQuery } from '@/lib/list-query'
import { CommandButton } from '../../shared/commands/command-button'
import css from './runs.module.css'

type Props = {
  question: ListQuery
  /** Milliseconds between refreshes, or false for none. */
  everyMs: number | false
}

/** Counts of the runs that await approval, are in progress, or failed. Each one filters the list. */
export function RunCounts({ question, everyMs }: Props) {
  const { data } = useQuery({ ...runList.tally(question), refetchInterval: everyMs })
  if (!data || data.waiting + data.active + data.failed === 0) return null
  const { waiting, active, failed } = data
  return (
    <div className={css.tally} role="group" aria-label="Run counts">
      {waiting > 0 && (
        <CommandButton
          call="runs.show?which=waiting"
          label={`${waiting.toLocaleString('en')} awaiting approval`}
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
      {active > 0 && (
        <CommandButton call="runs.show?which=active" label={`${active.toLocaleString('en')} in progress`} />
      )}
    </div>
  )
}
