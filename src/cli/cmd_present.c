/* `heed present`: the loop, with a lesson presented from the start. */
#include "cli.h"

int cmd_present(const Command *command, Options *options)
{
    if (options->plain)
        return cli_usage(command, "presenting is for a screen; heed run LESSON --plain reads a lesson in lines");
    options->presents = true;
    if (options->screen == 0 && options->step == 0) options->screen = 1; /* not where a student was last */
    return loop_run(options, options->args[0]);
}
