import { recordedSteps } from '@/commands/stores/recording'
import { formatCount } from '@/shared/format'
import { StatusShape } from '@/ui/status'
import { CommandButton } from '../../shared/commands/command-button'
import { useStore } from '../../shared/stores'
import css from '../../shared/messages/running-commands.module.css'

/** The indicator of a macro recording, with the number of its steps. */
export default function Recording() {
  const steps = useStore(recordedSteps)
  if (!steps) return null
  return (
    <section aria-label="Recording a macro" className={css.stack}>
      <div className={css.running}>
        <StatusShape health="unhealthy" />
        <span className={css.title}>Recording a macro</span>
        <span className={css.count}>{formatCount(steps.length, 'step')}</span>
        <CommandButton call="macro.record" tone="bare" label="Stop" />
      </div>
    </section>
  )
}
