import { type QueryKey, skipToken, useQuery, type UseQueryOptions } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { z } from 'zod/mini'
import type { ApiError } from '../../../api/http'
import { parseCall } from '../../../commands/call'
import type { Known, Slots } from '../../../commands/command'
import { findCommand } from '../../../commands/registry'
import { capital } from '../../../lib/format'
import { Button } from '../../../ui/button'
import { Dialog } from '../../../ui/dialog'
import { Form } from '../../../ui/form/form'
import { Banner, Notice } from '../../../ui/notice'
import { say } from '../../../ui/voice'
import { QueryState, Stale } from '../query/query-state'
import type { CommandDialogProps } from './command-dialog'
import css from './command-form.module.css'
import { FormPlace } from './form-place'
import { useSubmit } from './use-submit'

type Values = Record<string, unknown>
/** Why there is nothing to fill in. `title` is without a full stop; `text` is whole sentences, or empty. */
type Reason = { tone: 'empty' | 'closed'; title: string; text: string }

export type FormDefinition<D, K extends QueryKey = QueryKey> = {
  title: (known: Known, data: D | undefined) => string
  description?: (known: Known) => string
  /** The form's own name, for whoever cannot see the title. */
  label: string
  /** What has to be asked before there are fields; undefined: nothing. */
  query?: (known: Known) => UseQueryOptions<D, ApiError, D, K> | undefined
  /** How what is asked for is called: 'the properties'. */
  what?: string
  /** Instead of the fields, or above them once they are there: it is gone, or not to be changed here. */
  closed?: (data: D, known: Known) => Reason | undefined
  /** What the fields start with. Where they are the slots, what the call says already wins. */
  initial: (data: D, known: Known) => Values
  fields: (data: D, known: Known) => ReactNode
  /** Absent: the fields are the slots of the command, each judged by its own. */
  schema?: z.ZodMiniType<Values, Values>
  /** The values as arguments. Absent: by the slots. */
  write?: (values: Values) => Readonly<Record<string, string>>
  submitLabel: string
  busyLabel: string
}

/** The definition of any form: its parts fit each other, which is known where it is made. */
type Definition = FormDefinition<unknown>

/** The one way in which a command asks by a form. */
export function commandForm<D = undefined, K extends QueryKey = QueryKey>(
  definition: FormDefinition<D, K>
): ComponentType<CommandDialogProps> {
  return (props) => <CommandForm definition={definition as unknown as Definition} {...props} />
}

const nothing: UseQueryOptions<unknown, ApiError> = { queryKey: [], queryFn: skipToken }

type Props = CommandDialogProps & { definition: Definition }

function CommandForm(props: Props) {
  const { definition, known, onClose } = props
  const { title, description, query, what = 'what it needs' } = definition
  const asking = query?.(known)
  const asked = useQuery(asking ?? nothing)
  const answer = asking && asked.data === undefined ? undefined : { data: asked.data }
  const reason = answer && whyClosed(answer.data, props)
  const fillable = useFillable(answer, reason !== undefined)
  const close = () => void onClose()
  return (
    <Dialog title={title(known, (fillable ?? asked).data)} description={description?.(known)} onClose={close}>
      {fillable ? (
        <>
          <Stale as="pane" query={asked} what={what} />
          <FormPlace className={css.body ?? ''}>
            {reason && <Banner key={reason.title}>{inWords(reason)}</Banner>}
            <Fields {...props} data={fillable.data} />
          </FormPlace>
        </>
      ) : reason ? (
        <Closed {...reason} onClose={close} />
      ) : (
        <QueryState as="pane" query={asked} what={what} />
      )}
    </Dialog>
  )
}

type Answer = { data: unknown }

/**
 * What the fields are made of; undefined before there were any. Once there are fields they stay, as they were, with what was
 * typed into them: what they are about may be gone after any refresh, and the server decides when they are sent.
 */
function useFillable(answer: Answer | undefined, isClosed: boolean): Answer | undefined {
  const [last, setLast] = useState<Answer>()
  if (!answer || isClosed || (last && last.data === answer.data)) return last
  setLast(answer)
  return answer
}

function whyClosed(data: unknown, { definition: { closed, what = 'it' }, known }: Props): Reason | undefined {
  if (data === null) return { tone: 'empty', title: `${capital(what)} is not there any more`, text: '' }
  return closed?.(data, known)
}

const inWords = ({ title, text }: Pick<Reason, 'title' | 'text'>) => `${title}. ${text}`.trim()

/** Focus waited at the title for fields, and would otherwise have nothing to go to but the button in the corner. */
function Closed({ tone, title, text, onClose }: Reason & { onClose: () => void }) {
  // Focus goes past it.
  useEffect(() => say(inWords({ title, text }), { key: 'closed' }), [title, text])
  return (
    <Notice
      tone={tone}
      title={title}
      actions={
        <Button onPress={onClose} autoFocus>
          Close
        </Button>
      }
    >
      {text}
    </Notice>
  )
}

function Fields({ data, ...props }: Props & { data: unknown }) {
  const { definition, call, known, onClose } = props
  const { label, initial, fields, submitLabel, busyLabel } = definition
  const slots = fieldsOf(call)
  const { schema = schemaOf(slots), write = (values: Values) => writeBy(slots, values) } = definition
  const submit = useSubmit(props)
  const start = initial(data, known)
  return (
    <Form
      label={label}
      draftKey={call}
      schema={schema}
      defaultValues={definition.schema ? start : { ...start, ...givenIn(call, slots) }}
      submitLabel={submitLabel}
      busyLabel={busyLabel}
      onSubmit={async (values) => submit(write(values))}
      onCancel={() => void onClose()}
    >
      {fields(data, known)}
    </Form>
  )
}

/** The slots of a command that its form asks. */
const fieldsOf = (call: string): Slots =>
  Object.fromEntries(
    Object.entries(findCommand(parseCall(call).id)?.slots ?? {}).filter(
      ([, { field, isPrivate }]) => field && !isPrivate
    )
  )

/** The values are what is written: each slot judges its own. */
const schemaOf = (slots: Slots) =>
  z.object(Object.fromEntries(Object.entries(slots).map(([name, { schema }]) => [name, schema])))

const writeBy = (slots: Slots, values: Values) =>
  Object.fromEntries(
    Object.entries(slots).flatMap(([name, { write }]) =>
      values[name] === undefined ? [] : [[name, write(values[name])]]
    )
  )

function givenIn(call: string, slots: Slots): Values {
  const { args } = parseCall(call)
  return Object.fromEntries(Object.entries(args).filter(([name]) => slots[name]))
}
