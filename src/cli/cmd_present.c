/* `heed present`: the loop, with a lesson presented from the start. */
#include "cli.h"

int cmd_present(const Command *command, Options *options)
{
    (void)command;
    options->presents = true;
    return loop_run(options, options->args[0]);
}
