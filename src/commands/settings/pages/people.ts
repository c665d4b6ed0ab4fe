import '../access.commands'
import '../people.commands'
