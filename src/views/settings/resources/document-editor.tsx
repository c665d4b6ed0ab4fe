import { useMemo, useState } from 'react'
import { isRecord } from '@/shared/document/value'
import { Lexer, parse, stringify } from 'yaml'
import { z } from 'zod/mini'
import type { RowValues } from '@/api/settings/settings-table'
import { callTo } from '@/commands/call-to'
import type { Target } from '@/commands/command'
import { isRefusal, yamlOptions, readSource } from '@/shared/document/read'
import { kindNoun } from '@/lib/kinds'
import { looksLikeManifest } from '@/lib/settings/manifest-text'
import { ANNOTATIONS_NOTE, readManifests } from '@/lib/settings/manifests'
import type { DocumentDescription } from '@/shared/forms/form-description'
import type { ResourceKind } from '@/shared/routing/resource'
import type { DocumentEditing as Described } from '@/resources/resource'
import { DocumentForm } from '@/ui/form/document/document-form'
import type { Rejection } from '@/ui/form/form-context'
import { Skeleton } from '@/ui/skeleton'
import { useLoaded } from '@/ui/use-loaded'
import { usePlaces } from '../../shared/commands/place'
import { CommandButton } from '../../shared/commands/command-button'
import { LoadFailureNotice } from '@/ui/load-failure-notice'
import { useConsole } from '../../shared/console'
import { FormPlace } from '../../shared/forms/form-place'
import { defineUrlState } from '../../shared/url-state/url-state'
import type { DocumentPageEditing } from './item-page'
import { useManifestPaste } from '../manifests/use-manifest-paste'
import { TypeTiles } from './type-tiles'
import css from './item-page.module.css'

const url = defineUrlState({ type: z._default(z.string(), ''), part: z._default(z.string(), '') })

type Props = {
  kind: ResourceKind
  editing: DocumentPageEditing
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

/** Members that identify an existing row, so that links and specs elsewhere keep referring to it. */
const fixedMembers = ['name', 'namespace']
const fixedMessage = (member: string, kind: ResourceKind) =>
  `The ${member} of an existing ${kindNoun(kind)} cannot be changed.`

/** The fields of an existing row. */
const lockFixedMembers =
  (kind: ResourceKind, fields: Described['fields']) =>
  (values: unknown): DocumentDescription =>
    fields(values).map((one) =>
      one.type !== 'section' && fixedMembers.includes(one.name) ? { ...one, lock: fixedMessage(one.name, kind) } : one
    )

const pickNamespace = ({ namespace }: RowValues): RowValues => (namespace === undefined ? {} : { namespace })

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
  useManifestPaste(editing.manifest !== undefined)
  const { type: addressed, part } = url.use()
  const { types } = described
  // A single type needs no choice.
  const picked = types.length === 1 ? types[0] : types.find(({ id }) => id === (given ?? addressed))
  const kept = row ? textOf(editing.toValues(row)) : ''
  const schema = useMemo(() => described.schema(environment.deployment), [described, environment.deployment])
  const first = row ? editing.toValues(row) : picked?.initial
  const section = part === '' ? undefined : described.sectionOf?.(first, part)
  const [typed] = useState(() => typedText(described.trial, section))
  if (!row && !picked) return <DocumentTypes kind={kind} described={described} onType={onType} />

  async function save(text: string): Promise<Rejection | undefined> {
    const values: unknown = parse(text, yamlOptions)
    if (!isRecord(values)) return { message: 'The document must be an object of keys with values.' }
    const fixed = row ? fixedMembers.find((member) => values[member] !== editing.toValues(row)[member]) : undefined
    if (fixed !== undefined) return { message: fixedMessage(fixed, kind) }
    const contents = { values: {}, document: values }
    const call = target
      ? callTo('resource.edit', { resource: [target], ...contents })
      : callTo('resource.create', { type: kind, ...contents })
    const failure = await perform({ call, origin: 'form', ...(onDone && { onDone }) }, places)
    return failure && { message: failure.message, fields: failure.fields }
  }
  /** A manifest of this kind becomes the document. Other and several manifests are imported. */
  function takeManifests(pasted: string) {
    const { manifest } = editing
    if (!manifest?.toValues || !looksLikeManifest(pasted)) return undefined
    const documents = readManifests(pasted)
    if (typeof documents === 'string') return undefined
    const [found, ...others] = documents
    if (others.length === 0 && found?.manifest?.kind === manifest.kind)
      return {
        // A manifest without a namespace does not move an existing row.
        text: textOf({
          ...(row && pickNamespace(editing.toValues(row))),
          ...manifest.toValues(found.manifest),
        }),
        message: `The manifest ${found.manifest.name} replaced the document.${found.manifest.hasAnnotations ? ` ${ANNOTATIONS_NOTE}` : ''}`,
      }
    void perform({ call: callTo('resource.import', { text: pasted }), origin: 'paste' }, places)
    return 'taken'
  }
  const note = described.noteOf(first, environment.deployment)
  /** Also what this backend does not support of a document that was pasted or typed. */
  function listAdvice(text: string): string[] {
    const values: unknown = parse(text, yamlOptions)
    const current = described.noteOf(values, environment.deployment)
    return [
      ...(described.advise?.(values) ?? []),
      ...(current === undefined || current === note ? [] : [current]),
      ...aboutComments(text),
    ]
  }
  const fields = row ? lockFixedMembers(kind, described.fields) : described.fields
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
          fields={fields}
          schema={schema}
          advise={listAdvice}
          isCodeFirst={section === undefined && described.isCode(first)}
          {...(section === undefined ? {} : { section })}
          isReadOnly={isReadOnly}
          draftKey={target ? `${kind}:${target.id}` : `${kind}:new:${picked?.id}`}
          onText={typed.write}
          takePaste={takeManifests}
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

/** On the page, Escape first leaves the field, so that letter keys are shortcuts again. @returns whether it has */
function leaveField(): boolean {
  const heading = document.querySelector<HTMLElement>('h1')
  if (!heading || document.activeElement === heading) return false
  heading.focus()
  return true
}

const aboutComments = (text: string) =>
  [...new Lexer().lex(text)].some((token) => token.startsWith('#'))
    ? ['Comments are not saved, because the backend stores values and not the text.']
    : []

type TypesProps = { kind: ResourceKind; described: Described; onType: ((type: string) => void) | undefined }

/** The types of a new row, types with a form first. */
function DocumentTypes({ described: { question, types, isCode }, ...rest }: TypesProps) {
  const asCode = types.filter(({ initial }) => isCode(initial))
  const ordered =
    asCode.length < 2
      ? types
      : [
          ...types.filter((one) => !asCode.includes(one)),
          ...asCode.map((one) => ({ ...one, group: 'Written as code' })),
        ]
  return <TypeTiles {...rest} question={question} types={ordered} />
}
