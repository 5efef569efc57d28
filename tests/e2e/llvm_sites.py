"""Sites as llvm-cov counts them, from its export of a program."""
import collections
import os

EXPANSION_REGION = 1


def places_of(function):
    """File id -> (file, place of the macro's outermost use or None), of one function record of llvm-cov."""
    uses = {region[6]: region for region in function["regions"] if region[7] == EXPANSION_REGION}

    def outermost(file):
        use = None
        while file in uses:
            use, file = uses[file], uses[file][5]
        return file, use
    places = {}
    for file in range(len(function["filenames"])):
        top, use = outermost(file)
        places[file] = (function["filenames"][top], tuple(use[:4]) if use else None)
    return places


def llvm_sites(export, sources):
    """(file, line, column, outcome) -> counts of the sites there, from the function records of llvm-cov.

    A condition in a macro stands where the macro is used, as in report.json. What several functions share (a header's
    function in two units) is one site: counts add up.
    """
    counts = collections.Counter()
    for function in export["data"][0]["functions"]:
        places = places_of(function)
        for branch in function["branches"]:
            file, use = places[branch[6]]
            if file not in sources:
                continue
            text = sources[file][branch[0] - 1][branch[1] - 1:] if use is None else ""
            place = (file, use or tuple(branch[:4]), tuple(branch[:4]))
            is_case = text.startswith(("case ", "default:", "default "))
            counts[(*place, "taken" if is_case else "true")] += branch[4]
            if not is_case:
                counts[(*place, "false")] += branch[5]
    sites = collections.defaultdict(list)
    for (file, start, _, outcome), count in counts.items():
        sites[(file, start[0], start[1], outcome)].append(count)
    return sites


def of_report(report, folder, theirs):
    """The branches of report.json by the same places; taken from `theirs` is what stands there under two names."""
    ours = collections.defaultdict(list)
    for branch in report["branches"]:
        if branch["verdict"] != "constant":  # llvm-cov leaves these out
            file = os.path.realpath(os.path.join(folder, branch["file"]))
            ours[(file, branch["line"], branch["column"], branch["outcome"])].append(branch)
    # Where llvm-cov says "taken", ours says which case; without a default, llvm-cov gives the switch a false branch.
    for place, branches in list(ours.items()):
        outcome = place[3]
        if outcome.startswith("case ") or outcome == "default":
            key = (*place[:3], "taken")
            if key not in theirs:
                key = (*place[:3], "false")
                theirs.pop((*place[:3], "true"), None)
            ours[key] = ours[key] + branches if key in ours else branches
            del ours[place]
    return ours
