import { useMemo } from 'react'
import type { Parameter } from '../../api/playbooks'
import { DescribedForm } from '../../ui/form/described/described'
import { fieldsOf, type FindThings, paramsOf } from './fields'
import css from './run-playbook.module.css'

type Props = {
  title: string
  parameters: readonly Parameter[]
  find: FindThings
  /** Rejects with the server's words where it does not take them. */
  onRun: (params: Record<string, string>) => Promise<void>
  onCancel: () => void
}

/** What a playbook asks, and the button that runs it. */
export function Parameters({ title, parameters, find, onRun, onCancel }: Props) {
  const fields = useMemo(() => fieldsOf(parameters, find), [parameters, find])
  return (
    <DescribedForm
      label={`Parameters of ${title}`}
      fields={fields}
      submitLabel="Run"
      busyLabel="Running..."
      onSubmit={(values) => onRun(paramsOf(parameters, values))}
      onCancel={onCancel}
    >
      {parameters.length === 0 && <p className={css.about}>It asks nothing.</p>}
    </DescribedForm>
  )
}
