import '../access.commands'
import '../teams.commands'
