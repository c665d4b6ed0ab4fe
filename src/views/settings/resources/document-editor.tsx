import { useMemo, useState } from 'react'
import { isRecord } from '@/shared/document/value'
import { Lexer, parse, stringify } from 'yaml'
import { z } from 'zod/mini'
import { callTo } from '@/commands/call-to'
import type { Target } from '@/commands/command'
import { isRefusal, yamlOptions, readSource } from '@/shared/document/read'
import { kindNoun } from '@/lib/kinds'
import { newResourcePath } from '@/shared/routing/registry'
import type { ResourceKind } from '@/shared/routing/resource'
import type { DocumentEditing as Described } from '@/resources/resource'
import { DocumentForm } from '@/ui/form/document/document-form'
import type { Rejection } from '@/ui/form/form-context'
import { PageLink } from '@/ui/page-link'
import { Skeleton } from '@/ui/skeleton'
import { useLoaded } from '@/ui/use-loaded'
import { Button } from '@/ui/button'
import { usePlaces } from '../../shared/commands/place'
import { CommandButton } from '../../shared/commands/command-button'
import { LoadFailureNotice } from '@/ui/load-failure-notice'
import { useConsole } from '../../shared/console'
import { FormPlace } from '../../shared/forms/form-place'
import { defineUrlState } from '../../shared/url-state/url-state'
import type { PageEditing } from './item-page'
import css from './item-page.module.css'

const url = defineUrlState({ type: z._default(z.string(), ''), part: z._default(z.string(), '') })

type Props = {
  kind: ResourceKind
  editing: PageEditing
  /** The row to edit with its name. Without it, a new row is created. */
  row?: object
  target?: Target<ResourceKind>
  isReadOnly?: boolean
  /** The type of a new row and the callback that sets it, if the type is not in the URL. */
  type?: string
  onType?: (type: string) => void
  /** Set inside a dialog: Escape cancels. Called after saving; settles when the dialog has closed. */
  onDone?: () => Promise<void> | void
  /** Returns to the list. */
  onLeave: () => void
}

/** Converts values to the edited YAML text. */
const textOf = (values: object) => stringify(values, { lineWidth: 0, aliasDuplicateObjects: false })

/** The document editor of a row, or of a new row once its type has been chosen. */
export default function DocumentEditor(props: Props) {
  const editor = useLoaded(props.editing.page.editor)
  const what = `the ${kindNoun(props.kind)}`
  if (editor.is === 'ready') return <Editor {...props} described={editor.value.default} />
  if (editor.is === 'loading') return <Skeleton label={`Loading ${what}…`} as="text" />
  return <LoadFailureNotice what={what} onRetry={editor.loadNow} />
}

function Editor({
  kind,
  editing,
  row,
  target,
  isReadOnly = false,
  type: given,
  onType,
  onDone,
  onLeave,
  described,
}: Props & { described: Described }) {
  const { perform, environment } = useConsole()
  const places = usePlaces()
  const { type: addressed, part } = url.use()
  const { types } = described
  // A single type needs no choice.
  const picked = types.length === 1 ? types[0] : types.find(({ id }) => id === (given ?? addressed))
  const kept = row ? textOf(editing.toValues(row)) : ''
  const schema = useMemo(() => described.schema(environment.deployment), [described, environment.deployment])
  const first = row ? editing.toValues(row) : picked?.initial
  const section = part === '' ? undefined : described.sectionOf?.(first, part)
  const [typed] = useState(() => typedText(described.trial, section))
  if (!row && !picked) return <Tiles kind={kind} described={described} onType={onType} />

  async function save(text: string): Promise<Rejection | undefined> {
    const values: unknown = parse(text, yamlOptions)
    if (!isRecord(values)) return { message: 'The document must be an object of keys with values.' }
    const contents = { values: {}, document: values }
    const call = target
      ? callTo('resource.edit', { resource: [target], ...contents })
      : callTo('resource.create', { type: kind, ...contents })
    const failure = await perform({ call, origin: 'form', ...(onDone && { onDone }) }, places)
    return failure && { message: failure.message, fields: failure.fields }
  }
  const note = described.noteOf(first, environment.deployment)
  return (
    <div
      className={css.editor}
      onFocus={({ target: focused }) =>
        typed.moveTo(focused.closest<HTMLElement>('[data-section]')?.dataset['section'])
      }
    >
      {note !== undefined && <p className={css.note}>{note}</p>}
      <FormPlace isSection choices={typed.choices}>
        <DocumentForm
          label={target?.label ?? `New ${kindNoun(kind)}`}
          savedText={kept}
          {...(picked && !row ? { initial: textOf(picked.initial), hasFocus: true } : {})}
          language="yaml"
          fields={described.fields}
          schema={schema}
          advise={(text) => [...(described.advise?.(parse(text, yamlOptions)) ?? []), ...aboutComments(text)]}
          isCodeFirst={section === undefined && described.isCode(first)}
          {...(section === undefined ? {} : { section })}
          isReadOnly={isReadOnly}
          draftKey={target ? `${kind}:${target.id}` : `${kind}:new:${picked?.id}`}
          onText={typed.write}
          saveLabel={row ? 'Update' : 'Save'}
          actions={
            <>
              {row && <CommandButton call="resource.delete" label="Delete" tone="bare" />}
              {described.trial && <CommandButton call={described.trial.call} label={described.trial.label} />}
            </>
          }
          onSave={save}
          onCancel={onLeave}
          {...(onDone ? {} : { onEscape: leaveField })}
        />
      </FormPlace>
    </div>
  )
}

/** The edited text for the dry-run command. Parsed when the command reads it, and not on each key press. */
function typedText(trial: Described['trial'], first: string | undefined) {
  let text = ''
  let section = first
  let value: string | undefined
  function valueNow({ valueOf }: NonNullable<typeof trial>): string {
    const source = readSource(text, { language: 'yaml' })
    return JSON.stringify(valueOf(isRefusal(source) ? undefined : source.value, section))
  }
  return {
    choices: trial && {
      get [trial.choice]() {
        value ??= valueNow(trial)
        return [{ value, label: '' }]
      },
    },
    write(now: string) {
      text = now
      value = undefined
    },
    /** @param to the section with focus; undefined outside sections, which keeps the last one */
    moveTo(to: string | undefined) {
      section = to ?? section
      value = undefined
    },
  }
}

/** On the page, Escape only leaves the field, so that letter keys are shortcuts again. */
const leaveField = () => document.querySelector<HTMLElement>('h1')?.focus()

const aboutComments = (text: string) =>
  [...new Lexer().lex(text)].some((token) => token.startsWith('#'))
    ? ['Comments are not saved, because the backend stores values and not the text.']
    : []

/** The types of a new row, types with a form first. */
function Tiles({ described: { question, types, isCode }, ...rest }: TilesProps & { described: Described }) {
  const asCode = types.filter(({ initial }) => isCode(initial))
  const byForm = types.filter((one) => !asCode.includes(one))
  const isOneList = asCode.length < 2
  return (
    <nav className={css.editor} aria-label="Types">
      <p className={css.note}>{question}</p>
      <TileList {...rest} types={isOneList ? types : byForm} />
      {!isOneList && (
        <>
          <h2 className={css.group}>Written as code</h2>
          <TileList {...rest} types={asCode} />
        </>
      )}
    </nav>
  )
}

type TilesProps = { kind: ResourceKind; onType: ((type: string) => void) | undefined }

const TileList = ({ kind, types, onType }: TilesProps & { types: Described['types'] }) => (
  <ul className={css.tiles}>
    {types.map(({ id, label }) => (
      <li key={id}>
        {onType ? (
          <Button className={css.tile} onPress={() => onType(id)}>
            {label}
          </Button>
        ) : (
          <PageLink className={css.tile} href={`${newResourcePath(kind)}?type=${id}`}>
            {label}
          </PageLink>
        )}
      </li>
    ))}
  </ul>
)
