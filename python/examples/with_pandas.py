"""How many URLs of a Parquet file each grammar accepts. With pandas."""

import sys

import pandas as pd
import pyarrow

import uri_lineage as ul


def main(path: str, column: str = "url") -> None:
    urls = pd.read_parquet(path, columns=[column])[column]
    verdicts = pyarrow.chunked_array(ul.check(urls))
    frame = pd.DataFrame({id: verdicts_of.to_pandas() for id, verdicts_of in zip((g.id for g in ul.grammars()), verdicts.combine_chunks().flatten())})
    print(frame.notna().sum().to_string())


if __name__ == "__main__":
    main(*sys.argv[1:])
