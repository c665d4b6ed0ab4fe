import '@/commands/editor/editor.commands'
import '@/commands/editor/lines.commands'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useRef } from 'react'
import { documentText } from '@/api/catalog/config-document'
import type { ConfigItem } from '@/api/catalog/catalog'
import type { PlaceData } from '@/commands/place'
import { configItemName } from '@/lib/catalog/config-name'
import type { Language } from '@/shared/document/read'
import { type LineRange, describeLines, describeLineRange } from '@/shared/catalog/document-lines'
import { countLines, digestLines, formatLinesId, pickLines } from '@/lib/catalog/line-text'
import { capital, formatCount } from '@/shared/format'
import { catalogPage } from '@/shared/pages/catalog'
import { Editor } from '@/ui/editor/editor'
import type { EditorHandle } from '@/ui/editor/props'
import { Banner } from '@/ui/notice'
import { CommandButton } from '../../shared/commands/command-button'
import { Place } from '../../shared/commands/place'
import { QueryState } from '../../shared/query/query-state'
import type { ConfigTabProps } from './config-tabs'
import css from './config.module.css'
import { documentUrl } from './url'
import { goBack } from '../../shared/page/back'

// Load the editor's code in parallel with the item.
void Editor.prefetch()

/** The document of an item, read-only. */
export default function Document({ item }: ConfigTabProps) {
  const { format } = documentUrl.use()
  const text = useQuery(documentText(item, format))
  if (item.config === null || item.config === undefined)
    return (
      <p className={css.none}>This item has no document. Its scraper reported only the facts shown on this page.</p>
    )
  return (
    <div className={css.document}>
      <QueryState query={text} what="the document" as="part">
        {(shown) => <Text key={format} item={item} format={format} text={shown} />}
      </QueryState>
    </div>
  )
}

type Props = { item: ConfigItem; format: Language; text: string }

/** The text. Selected lines become a command target, which can be linked to and added as evidence. */
function Text({ item, format, text }: Props) {
  const editor = useRef<EditorHandle>(null)
  const requested = documentUrl.use().lines
  const name = configItemName(item)
  const count = useMemo(() => countLines(text), [text])
  const lines =
    requested && requested.from <= count ? { from: requested.from, to: Math.min(requested.to, count) } : undefined
  const target = useTarget({ item, format, text }, lines)
  return (
    // Part of the page, so that its keys also work from the heading, which has focus when the page opens.
    <Place
      isPart
      scope="editor"
      of="lines"
      {...(target && { target })}
      handlers={{
        'lines.select': (_count, chosen) => {
          select(chosen['lines'] as LineRange)
          editor.current?.focus()
        },
        'lines.toggle': (lineCount) => editor.current?.toggleLines(lineCount),
        'lines.extendDown': (by) => editor.current?.extendLines(by),
        'lines.extendUp': (by) => editor.current?.extendLines(-by),
        'lines.clear': () => (requested ? select(undefined) : goBack(catalogPage.path)),
        'editor.search': () => editor.current?.search(),
        'editor.foldAll': () => editor.current?.foldAll(),
        'editor.unfoldAll': () => editor.current?.unfoldAll(),
      }}
      className={css.text}
    >
      {requested && !lines && (
        <Banner actions={<CommandButton call="lines.clear" tone="bare" label="Clear selection" />}>
          {capital(describeLineRange(requested))} {requested.from === requested.to ? 'does' : 'do'} not exist. The
          document has {formatCount(count, 'line')}.
        </Banner>
      )}
      <Tools lines={lines} />
      <Editor
        label={`Config of ${name}`}
        language={format}
        value={text}
        isReadOnly
        height="page"
        fileName={name}
        handle={editor}
        lines={lines}
        onLines={select}
      />
    </Place>
  )
}

const select = (lines: LineRange | undefined) => documentUrl.set({ lines }, 'replace')

/** The selected lines as a command target; undefined without a selection. */
function useTarget({ item, format, text }: Props, lines: LineRange | undefined): PlaceData['target'] {
  const { from, to } = lines ?? { from: 0, to: 0 }
  const digest = useMemo(() => (from > 0 ? digestLines(pickLines(text, { from, to })) : ''), [text, from, to])
  if (!lines) return undefined
  const id = formatLinesId({ configId: item.id, format, range: lines, digest })
  return { kind: 'lines', id, label: describeLines({ range: lines, format }, configItemName(item)) }
}

/** Commands for the text, or for the selected lines. */
const Tools = ({ lines }: { lines: LineRange | undefined }): ReactNode => (
  <div className={css.tools}>
    {lines ? (
      <>
        <span className={css.selected}>{capital(describeLineRange(lines))} selected</span>
        <CommandButton call="evidence.link" tone="bare" />
        <CommandButton call="copy.link" tone="bare" />
        <CommandButton call="lines.clear" tone="bare" label="Clear selection" />
      </>
    ) : (
      <>
        <CommandButton call="editor.search" tone="bare" label="Search" />
        <CommandButton call="editor.foldAll" tone="bare" label="Collapse all" />
        <CommandButton call="editor.unfoldAll" tone="bare" label="Expand all" />
        <CommandButton call="lines.select" tone="bare" />
      </>
    )}
  </div>
)
