import { editorCommands } from '../areas/editor'
import { linesCommands } from '../areas/lines'
import { addCommands } from '../registry'

addCommands([...editorCommands, ...linesCommands])
