try:
    pass
finally:
    try:
        pass
    finally:
        try:
            pass
        finally:
            try:
                pass
            finally:
                try:
                    pass
                finally:
                    try:
                        pass
                    finally:
                        try:
                            pass
                        finally:
                            try:
                                pass
                            finally:
                                try:
                                    pass
                                finally:
                                    try:
                                        pass
                                    finally:
                                        try:
                                            pass
                                        finally:
                                            try:
                                                pass
                                            finally:
                                                try:
                                                    pass
                                                finally:
                                                    try:
                                                        pass
                                                    finally:
                                                        try:
                                                            pass
                                                        finally:
                                                            try:
                                                                pass
                                                            finally:
                                                                try:
                                                                    pass
                                                                finally:
                                                                    try:
                                                                        pass
                                                                    finally:
                                                                        try:
                                                                            pass
                                                                        finally:
                                                                            x = 1


class ReservationAgent:
    greeting = "Hello."

    def __init__(self, tools, understand, sleep, setting):
        self.tools, self.sleep, self.state = tools, sleep, "LISTEN"

    def hear(self, line):
        self.state = "ASK_DAY" if line == "one" else "DONE"
        return "Yes."
