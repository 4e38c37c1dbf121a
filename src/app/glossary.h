/* The glossary in the app: parsed when it is first asked for, and kept. */
#ifndef HEED_APP_GLOSSARY_H
#define HEED_APP_GLOSSARY_H

#include "heed/app.h"
#include "heed/glossary.h"

/* The library's glossary; empty where it has none. */
const Glossary *glossary_of(App *app);
/* The term that the selected number or term of a formula is a case of; NULL. */
const GlossaryTerm *glossary_selected(App *app);
/* "softmax, soft maximum" / meaning / see / lessons, as text lines. */
char *glossary_text(App *app, Arena *arena, const GlossaryTerm *term);

#endif
